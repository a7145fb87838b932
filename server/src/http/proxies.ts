import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.process>
type Network = ReturnType<typeof ipaddr.parseCIDR>

/**
 * Whether the previous address reported by this one is trusted. `hop` counts from 0, the remote end of our own
 * connection.
 */
export type TrustsProxy = (address: string, hop: number) => boolean

/** No installation has more proxies than this. A larger number is a port or a year. */
const mostHops = 16

const howToEnter =
  'Enter how many proxies are in front of the server (1 for one), or their addresses and networks, such as ' +
  '10.0.0.5,192.168.8.0/24,fd00::/64. Leave it empty when there is none.'

/**
 * Parses TRUST_PROXY: a number of hops, or a list of addresses and networks (CIDR).
 * @returns undefined if no proxy is trusted, or an error message
 */
export function readTrustedProxies(text: string | undefined): TrustsProxy | { refusal: string } | undefined {
  const plain = (text ?? '').trim()
  if (['', '0', 'false'].includes(plain.toLowerCase())) return undefined
  if (/^\d+$/.test(plain)) {
    const hops = Number(plain)
    if (hops > mostHops)
      return { refusal: `TRUST_PROXY is "${plain}" but at most ${mostHops} is allowed. ${howToEnter}` }
    return (_address, hop) => hop < hops
  }
  if (['true', 'yes', 'on', 'all', '*'].includes(plain.toLowerCase())) return { refusal: everybody(plain) }
  const networks = plain.split(/[\s,]+/).filter((part) => part !== '')
  const read = networks.map(readNetwork)
  const wrong = read.indexOf(undefined)
  if (wrong >= 0) return { refusal: `TRUST_PROXY has "${networks[wrong]}", which is not an address. ${howToEnter}` }
  const known = read.filter((network) => network !== undefined)
  if (known.some(([, bits]) => bits === 0)) return { refusal: everybody(plain) }
  return (address) => {
    const read = readAddress(address)
    return read !== undefined && known.some((network) => contains(network, read))
  }
}

function everybody(text: string): string {
  return `TRUST_PROXY is "${text}", which would trust every address that a caller invents. ${howToEnter}`
}

function readNetwork(text: string): Network | undefined {
  const [base, bits, ...more] = text.split('/')
  if (isIP(base!) === 0 || more.length > 0) return undefined
  const address = ipaddr.parse(base!)
  const longest = address.kind() === 'ipv4' ? 32 : 128
  if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= longest)) return undefined
  const length = bits === undefined ? longest : Number(bits)
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && length >= 96
  return isMapped ? [address.toIPv4Address(), length - 96] : [address, length]
}

function contains([base, bits]: Network, address: Address): boolean {
  return base.kind() === address.kind() && address.match(base, bits)
}

/** Address in a proxy's text, which may include a port, brackets or a zone. IPv4-mapped IPv6 becomes IPv4. */
function readAddress(text: string): Address | undefined {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const plain = bare.replace(/%.*$/, '')
  // The library also accepts 0x7f.1 and 127, which no proxy writes.
  return isIP(plain) === 0 ? undefined : ipaddr.process(plain)
}

/**
 * Client address of a request: the nearest one that is not a trusted proxy. If a proxy reports something other than an
 * address, the proxy's own counts.
 * @param trusts undefined: no proxy is trusted, and only the connection counts
 */
export function clientAddress(request: Pick<IncomingMessage, 'headers' | 'socket'>, trusts?: TrustsProxy): string {
  const [nearest, ...others] = [request.socket.remoteAddress ?? '', ...forwarded(request.headers)]
  let address = normal(nearest) ?? nearest!
  for (const [hop, other] of others.entries()) {
    const before = trusts?.(address, hop) ? normal(other) : undefined
    if (before === undefined) return address
    address = before
  }
  return address
}

function normal(text: string | undefined): string | undefined {
  return readAddress(text ?? '')?.toString()
}

/** Forwarded addresses, nearest first: each proxy appends the address of its client. */
function forwarded(headers: IncomingMessage['headers']): string[] {
  return [headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .reverse()
}

/** Whether a text is an address or a network (CIDR). */
export function isNetwork(text: string): boolean {
  return readNetwork(text) !== undefined
}

/** Whether an address is in one of the networks. */
export function isWithin(networks: readonly string[], address: string): boolean {
  const read = readAddress(address)
  const known = networks.map(readNetwork).filter((network) => network !== undefined)
  return read !== undefined && known.some((network) => contains(network, read))
}

/**
 * Unit for counting attempts: one IPv4 address, or 64 bits of IPv6, because the owner of one such address has all of
 * them.
 */
export function placeOf(address: string): string {
  const read = readAddress(address)
  if (!(read instanceof ipaddr.IPv6)) return read?.toString() ?? address
  const groups = read.parts.slice(0, 4).map((part) => part.toString(16))
  return `${groups.join(':')}::/64`
}
