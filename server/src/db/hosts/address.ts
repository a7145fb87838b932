/** A connection target: name or address of a machine, or folder of a unix socket. */
export interface Host {
  readonly host: string
  readonly port: number
}

/** Parsed DATABASE_URL. */
export interface DatabaseUrl {
  /** In written order; at least one. */
  readonly hosts: readonly Host[]
  /** The address with all other parameters and one host, which is a placeholder if there are several. */
  readonly connectionString: string
}

/** A host in its usual notation. */
export function nameOf({ host, port }: Host): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

const shape = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#@]*)(\/[^?#]*)?(?:\?([^#]*))?$/
const defaultPort = 5432

/** libpq parameters that only select a host. The primary is always used. */
const ofChoice = ['target_session_attrs', 'load_balance_hosts']
const primaries = ['any', 'primary', 'read-write']

/**
 * Parses a libpq address with one or several hosts: `postgres://user@a:5432,b:5432/name`, or
 * `postgres:///name?host=/run/a,/run/b&port=5432`. `refusal` states the error, without the password.
 */
export function readDatabaseUrl(text: string): DatabaseUrl | { refusal: string } {
  const parts = shape.exec(text)
  if (!parts) {
    return {
      refusal:
        'must be an address such as postgres://user:password@host:5432/name, in which the characters / ? # @ of a ' +
        'password are written %2F %3F %23 %40.',
    }
  }
  const [, scheme = '', login, authority = '', path = '', query = ''] = parts
  const members = new URLSearchParams(query)
  const wanted = members.get('target_session_attrs') ?? 'any'
  if (!primaries.includes(wanted)) {
    return { refusal: `has target_session_attrs=${wanted}, but only a primary can be used: write read-write.` }
  }
  const hosts = readHosts(authority, members)
  if ('refusal' in hosts) return hosts
  for (const name of ofChoice) members.delete(name)
  const isOne = hosts.list.length === 1
  if (!isOne) for (const name of ['host', 'port']) members.delete(name)
  const rest = members.size > 0 ? `?${members}` : ''
  const user = login === undefined ? '' : `${login}@`
  return { hosts: hosts.list, connectionString: `${scheme}${user}${isOne ? authority : 'localhost'}${path}${rest}` }
}

function readHosts(authority: string, members: URLSearchParams): { list: Host[] } | { refusal: string } {
  // As in libpq, the query parameter takes precedence.
  const named = members.get('host')
  const written = (named || authority).split(',')
  const places = named ? written.map((host) => ({ host, port: '' })) : written.map(readPlace)
  const ports = members.get('port')?.split(',') ?? []
  if (ports.length > 1 && ports.length !== places.length) {
    return { refusal: `names ${places.length} hosts and ${ports.length} ports: write one port, or one for each host.` }
  }
  const list: Host[] = []
  for (const [index, place] of places.entries()) {
    const port = ports.length > 1 ? ports[index] : (ports[0] ?? place?.port)
    if (place === undefined || (place.host === '' && places.length > 1)) {
      // The input is not quoted, because an unescaped character in a password may make it part of the password.
      return { refusal: `names ${places.length} hosts, and number ${index + 1} cannot be read: write name:port.` }
    }
    const host = { host: place.host || 'localhost', port: Number(port || defaultPort) }
    if (!Number.isInteger(host.port) || host.port < 1 || host.port > 65_535) {
      return { refusal: `names the port "${port}", which must be a whole number from 1 to 65535.` }
    }
    if (!list.some((known) => nameOf(known) === nameOf(host))) list.push(host)
  }
  return { list }
}

/** `name:port`, `[address]:port` or the folder of a socket with slashes encoded as %2F. */
function readPlace(text: string): { host: string; port: string } | undefined {
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]]*))(?::(\d*))?$/.exec(text)
  if (!match) return undefined
  try {
    return { host: match[1] ?? decodeURIComponent(match[2]!), port: match[3] ?? '' }
  } catch {
    return undefined
  }
}
