/** The names by which a browser reaches this machine and no other; a forwarded port may be any. */
const ownHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/**
 * Says whether a request's Host header names this machine. A page of another site whose name leads here
 * (DNS rebinding) sends that name, and must not read what is served.
 * @param {string | undefined} host
 */
export function isOwnHost(host) {
  return host !== undefined && ownHost.test(host);
}
