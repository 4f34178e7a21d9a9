/** Stands in for Vega's colour schemes: every colour of a chart is one of the site's. */
export function scheme(name: string): undefined {
  throw new Error(`vNIC Atlas: a chart asks for the colour scheme "${name}"`);
}
