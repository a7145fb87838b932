import ipaddr from 'ipaddr.js'

/** Targets that the operator allows beyond the public internet. */
export interface Policy {
  /** Private networks in CIDR notation that may be reached. */
  readonly allow: readonly string[]
  /** Whether this machine may be reached: on for the demo tenant, so that a local endpoint works (NET-6). */
  readonly loopback: boolean
  /** Additional ports allowed on the public internet. */
  readonly ports?: readonly number[]
}

/** Ports allowed for everyone, by protocol; empty means the protocol's default. */
const portsAllowed: Readonly<Record<string, readonly string[]>> = {
  'https:': ['', '443', '8443'],
  'sftp:': ['', '22'],
  'smtp:': ['', '25', '587'],
  'smtps:': ['', '465'],
}

/** Never reachable, whatever the operator allows: metadata services of clouds and similar, outside link-local. */
const neverNamed = [
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
].map((cidr) => ipaddr.parseCIDR(cidr))
const neverRanges = new Set(['linkLocal', 'unspecified', 'multicast', 'broadcast'])
/** Global unicast space of IPv6. NAT64, IPv4-compatible and other forms that embed an address are outside it. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** Protocols for endpoints. The mail server is the operator's own and no endpoint. */
const endpointProtocols: readonly string[] = ['https:', 'http:', 'sftp:']

/**
 * Refuses URLs that no address could make valid (NET-1).
 * @param protocols allowed ones; those of endpoints by default
 * @returns the reason, in one sentence; null if the address may be looked up
 */
export function refuseUrl(url: URL, protocols = endpointProtocols): string | null {
  if (!protocols.includes(url.protocol)) return 'The address must begin with https://.'
  if (url.username !== '' || url.password !== '') {
    return 'The address must not contain a user name or password. Set them as credentials of the endpoint.'
  }
  if (url.hostname === '') return 'The address has no host name.'
  return null
}

/**
 * Judges a connection by all addresses of its host name. Each must pass, so a name with one good and one bad address is
 * refused (NET-2, NET-3).
 * @returns the reason for refusal, in one sentence; null if allowed
 */
export function refuseTarget(url: URL, addresses: readonly string[], policy: Policy): string | null {
  if (addresses.length === 0) return 'The host name has no address.'
  const ranks = addresses.map((address) => rankOf(address, policy))
  const bad = ranks.indexOf('refused')
  if (bad >= 0) return `The address ${addresses[bad]} is not on the public internet, so it is refused.`
  if (ranks.every((rank) => rank === 'allowed')) return null
  const ports = portsAllowed[url.protocol]
  if (ports === undefined) return 'The address must begin with https://.'
  if (!ports.includes(url.port) && !policy.ports?.includes(Number(url.port))) {
    const usual = ports.filter((port) => port !== '').join(' or ')
    return `The port must be ${usual}; the operator can allow others with OUTBOUND_PORTS.`
  }
  if (literalOf(url.hostname) !== undefined) return 'The address must have a host name instead of an IP address.'
  return null
}

/** The IP address in a URL's host name, without brackets; undefined for a real name. */
export function literalOf(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(bare) ? bare : undefined
}

/** True if two notations mean the same address; a mapped IPv4 address equals the IPv4 address. */
export function isSameAddress(one: string, other: string): boolean {
  if (!ipaddr.isValid(one) || !ipaddr.isValid(other)) return false
  return ipaddr.process(one).toNormalizedString() === ipaddr.process(other).toNormalizedString()
}

/** True for an address of this machine or of a private network. */
export function isPrivate(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  return ['loopback', 'private', 'uniqueLocal'].includes(ipaddr.process(text).range())
}

/** public: allowed for everyone; allowed: by the operator; refused: for everyone. */
function rankOf(text: string, policy: Policy): 'public' | 'allowed' | 'refused' {
  if (!ipaddr.isValid(text) || text.includes('%')) return 'refused'
  const address = ipaddr.process(text)
  const range = address.range()
  if (neverRanges.has(range) || neverNamed.some((network) => isWithin(address, network))) return 'refused'
  if (policy.loopback && range === 'loopback') return 'allowed'
  if (policy.allow.some((cidr) => isWithin(address, ipaddr.parseCIDR(cidr.trim())))) return 'allowed'
  if (range !== 'unicast') return 'refused'
  return address.kind() === 'ipv4' || isWithin(address, globalUnicast) ? 'public' : 'refused'
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, network: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean {
  return address.kind() === network[0].kind() && address.match(network)
}
