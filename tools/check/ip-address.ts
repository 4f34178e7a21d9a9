/** Tells which sort of IP address a text is, 4 or 6, or 0 for none; also in a browser, which has no node:net. */
export function isIP(text: string): 0 | 4 | 6 {
  if (ipv4.test(text)) return 4;
  return /^[0-9a-f:.]+$/i.test(text) && text.includes(":") && URL.canParse(`http://[${text}]/`) ? 6 : 0;
}

const octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);
