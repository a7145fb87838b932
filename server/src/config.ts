import { resolve } from 'node:path'
import type { RoadEngine } from '@cartage/contract/positions/app/road-engine'
import { readDatabaseUrl } from './db/hosts/address.ts'
import { readTrustedProxies, type TrustsProxy } from './http/proxies.ts'

/** One environment variable: `npm run generate` writes docs/configuration.md from this table. */
interface Variable {
  readonly about: string
  readonly fallback: string | undefined
}

const variables = {
  PORT: { about: 'Port the server listens on; 0 picks a free one.', fallback: '8080' },
  HOST: {
    about: 'Address the server listens on. Use 0.0.0.0 behind a proxy or in a container.',
    fallback: '127.0.0.1',
  },
  PUBLIC_URL: {
    about: 'Address callers use, without a trailing slash. https here turns on secure cookies.',
    fallback: undefined,
  },
  DATA_DIR: { about: 'Folder of the embedded database, keys and files.', fallback: undefined },
  DATABASE_URL: {
    about:
      'Any PostgreSQL 15 or newer to use instead of the embedded one. With several hosts the primary among them is used: ' +
      'postgres://user:password@a:5432,b:5432/name, or postgres:///name?host=/run/a,/run/b for sockets.',
    fallback: undefined,
  },
  BACKUP_WAL_DIR: {
    about:
      'Folder on another disk or machine into which the embedded PostgreSQL archives its log every 30 s, so that it can be ' +
      'restored to any moment; see the guide on backups.',
    fallback: undefined,
  },
  MASTER_KEY_FILE: {
    about: 'File with the key that encrypts secrets in the database; created on first start under DATA_DIR.',
    fallback: undefined,
  },
  POOL_SIZE: { about: 'Database connections for requests of one process.', fallback: '12' },
  LOG_LEVEL: { about: 'trace, debug, info, warn, error or silent.', fallback: 'info' },
  ACCESS_LOG: {
    about:
      'One JSON line a request, refusals included: off, stdout, or the path of a file, which may be moved away to rotate ' +
      'it.',
    fallback: 'off',
  },
  DRAIN_SECONDS: {
    about:
      'How long a process that was asked to stop goes on answering while /readyz says 503, so that a proxy sends its ' +
      'requests elsewhere: 0 to 60.',
    fallback: '0',
  },
  TRUST_PROXY: {
    about:
      'Which proxies are trusted to set X-Forwarded-For, -Proto and -Host: how many are in front (1 for ' +
      'one), or their addresses and networks, such as 10.0.0.5,192.168.8.0/24. Empty: none.',
    fallback: undefined,
  },
  OUTBOUND_ALLOW: {
    about: 'Comma-separated private networks (CIDR) that webhooks may reach.',
    fallback: '',
  },
  OUTBOUND_PORTS: {
    about: 'Comma-separated ports that endpoints on the public internet may use besides 443, 8443 and 22 (SFTP).',
    fallback: '',
  },
  FOLDER_ROOTS: {
    about: 'Comma-separated folders of this machine under which endpoints may receive files; none when empty.',
    fallback: '',
  },
  PAGE_SIZE: {
    about: 'Entries per page of a list. Clients expect 100; use a smaller one to test paging.',
    fallback: '100',
  },
  DOCUMENT_STORE: {
    about: 'Where documents are stored: files (under DATA_DIR) or s3.',
    fallback: 'files',
  },
  S3_ENDPOINT: {
    about: 'For DOCUMENT_STORE=s3: address of the store, such as https://s3.eu-west-1.amazonaws.com.',
    fallback: undefined,
  },
  S3_BUCKET: { about: 'For DOCUMENT_STORE=s3: the bucket, which must exist.', fallback: undefined },
  S3_PREFIX: { about: 'For DOCUMENT_STORE=s3: prefix of all object names.', fallback: 'cartage' },
  S3_REGION: { about: 'For DOCUMENT_STORE=s3: region used to sign requests.', fallback: 'us-east-1' },
  S3_ACCESS_KEY_ID: { about: 'For DOCUMENT_STORE=s3: id of the access key.', fallback: undefined },
  S3_SECRET_KEY_FILE: { about: 'For DOCUMENT_STORE=s3: file with the secret of the access key.', fallback: undefined },
  DOCUMENT_LINK_DAYS: {
    about: 'Days that document links in events work without credentials; they begin with PUBLIC_URL.',
    fallback: '30',
  },
  DOCUMENT_SCAN: {
    about: 'Virus scanning by your own scanner: off, allow (files can be downloaded before they are scanned) or wait.',
    fallback: 'off',
  },
  POSITION_RETENTION_DAYS: {
    about: 'Days positions and other telematics of resources are kept.',
    fallback: '90',
  },
  ROUTING_URL: {
    about:
      'Routing engine for road distances, such as http://10.0.0.5:5000; it may be on a private network. Tenants can set ' +
      'their own. Without one, distances are estimated.',
    fallback: undefined,
  },
  ROUTING_ENGINE: { about: 'For ROUTING_URL: osrm, valhalla or graphhopper.', fallback: 'osrm' },
  ROUTING_PROFILE: {
    about: 'For ROUTING_URL: its profile; driving for OSRM and truck for the others when empty.',
    fallback: undefined,
  },
  MAP_TILES: {
    about:
      'Roads on the maps: a PMTiles file, or its https address, with the layers of Protomaps or OpenMapTiles. Without it ' +
      'maps show coasts, borders, rivers and towns. Browsers read an address themselves: it must allow other origins (CORS).',
    fallback: undefined,
  },
  SMTP_URL: {
    about:
      'Mail server that sends invitations and resets: smtps://user:password@host:465 or smtp://host:587; it needs ' +
      'PUBLIC_URL and SMTP_FROM. Without it, links are shown to copy.',
    fallback: undefined,
  },
  SMTP_FROM: {
    about: 'For SMTP_URL: sender of these e-mails, such as Cartage <tms@haulier.example>.',
    fallback: undefined,
  },
  DEMO: {
    about:
      'Contents of the demo tenant on the first start: sample (a haulier with its fleet, orders and trips) or reference ' +
      '(only reference data and companies).',
    fallback: 'sample',
  },
  CARTAGE_CRASH_AT: {
    about: 'Tests only: ends the process at a named place. Rejected unless NODE_ENV is test.',
    fallback: undefined,
  },
} as const satisfies Record<string, Variable>

export type VariableName = keyof typeof variables
export const variableDocs: Readonly<Record<VariableName, Variable>> = variables

/** Where documents go in an S3-compatible store. */
export interface S3Settings {
  endpoint: string
  bucket: string
  /** Without slashes at its ends; empty for none. */
  prefix: string
  region: string
  access_key_id: string
  secret_key_file: string
}

/** Whether files are scanned for viruses, and whether they may be downloaded before. */
export type DocumentScan = 'off' | 'allow' | 'wait'

/** Roads of the maps: a file that the server sends itself, or an address that browsers read. */
export type MapTiles = { readonly file: string } | { readonly url: string }

/** What one process was started with. Times in milliseconds, sizes in bytes. */
export interface Config {
  host: string
  port: number
  public_url: string | undefined
  data_dir: string | undefined
  database_url: string | undefined
  /** Absolute. Undefined: nothing is archived. */
  backup_wal_dir: string | undefined
  master_key_file: string | undefined
  pool_size: number
  log_level: string
  /** `off`, `stdout` or an absolute path. */
  access_log: string
  drain_seconds: number
  /** Undefined: no proxy is believed. */
  trust_proxy: TrustsProxy | undefined
  outbound_allow: string[]
  outbound_ports: number[]
  folder_roots: string[]
  demo: 'sample' | 'reference'
  crash_at: string | undefined
  is_test: boolean
  /** LIMIT-1, LIMIT-2. */
  json_body_limit_bytes: number
  request_timeout_ms: number
  /** LIMIT-3. */
  headers_timeout_ms: number
  /** LIMIT-7. */
  max_header_bytes: number
  token_lifetime_s: number
  cursor_lifetime_s: number
  page_size: number
  delivery_timeout_ms: number
  /** Undefined: documents lie in files. */
  document_s3: S3Settings | undefined
  document_scan: DocumentScan
  document_link_days: number
  position_retention_days: number
  /** Routing engine of tenants that have none of their own. Undefined: their distances are estimated. */
  routing: RoadEngine | undefined
  /** Undefined: maps have no roads. */
  map_tiles: MapTiles | undefined
  /** Undefined: links are shown and not sent. */
  smtp_url: string | undefined
  smtp_from: string | undefined
}

/** A setting of the environment makes no sense. `message` says which and what to write instead. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Reads the environment once, at start.
 * @throws ConfigError naming the variable that is wrong
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const read = (name: VariableName) => env[name] || variables[name].fallback
  const isTest = env.NODE_ENV === 'test'
  const crashAt = read('CARTAGE_CRASH_AT')
  if (crashAt && !isTest) throw new ConfigError('CARTAGE_CRASH_AT is for tests: set NODE_ENV=test or remove it.')
  const dataDir = read('DATA_DIR')
  return {
    host: read('HOST')!,
    port: wholeNumber('PORT', read('PORT')!, 0, 65_535),
    public_url: publicUrl(read('PUBLIC_URL')),
    data_dir: dataDir && resolve(dataDir),
    database_url: databaseUrl(read('DATABASE_URL')),
    backup_wal_dir: archiveFolder(read('BACKUP_WAL_DIR'), read('DATABASE_URL')),
    master_key_file: read('MASTER_KEY_FILE'),
    pool_size: wholeNumber('POOL_SIZE', read('POOL_SIZE')!, 2, 500),
    log_level: read('LOG_LEVEL')!,
    access_log: accessLog(read('ACCESS_LOG')!),
    drain_seconds: wholeNumber('DRAIN_SECONDS', read('DRAIN_SECONDS')!, 0, 60),
    trust_proxy: trustedProxies(read('TRUST_PROXY')),
    outbound_allow: read('OUTBOUND_ALLOW')!
      .split(',')
      .filter((cidr) => cidr.trim() !== ''),
    outbound_ports: listed(read('OUTBOUND_PORTS')!).map((port) => wholeNumber('OUTBOUND_PORTS', port, 1, 65_535)),
    folder_roots: listed(read('FOLDER_ROOTS')!).map((folder) => resolve(folder)),
    demo: oneOf('DEMO', read('DEMO')!, ['sample', 'reference']),
    crash_at: crashAt,
    is_test: isTest,
    json_body_limit_bytes: 1_048_576,
    request_timeout_ms: 30_000,
    headers_timeout_ms: 10_000,
    max_header_bytes: 16_384,
    token_lifetime_s: 3_600,
    cursor_lifetime_s: 86_400,
    page_size: wholeNumber('PAGE_SIZE', read('PAGE_SIZE')!, 1, 1_000),
    delivery_timeout_ms: 20_000,
    document_s3: documentStore(read),
    position_retention_days: wholeNumber('POSITION_RETENTION_DAYS', read('POSITION_RETENTION_DAYS')!, 7, 3_650),
    routing: routing(read),
    map_tiles: mapTiles(read('MAP_TILES')),
    ...mail(read),
    document_link_days: wholeNumber('DOCUMENT_LINK_DAYS', read('DOCUMENT_LINK_DAYS')!, 1, 3_650),
    document_scan: oneOf('DOCUMENT_SCAN', read('DOCUMENT_SCAN')!, ['off', 'allow', 'wait']),
  }
}

function listed(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The path goes into a command of the shell that PostgreSQL runs. */
function archiveFolder(text: string | undefined, databaseUrl: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (databaseUrl !== undefined) {
    throw new ConfigError(
      'BACKUP_WAL_DIR is for the embedded PostgreSQL. With DATABASE_URL, archive where that one runs.',
    )
  }
  if (process.platform === 'win32') throw new ConfigError('BACKUP_WAL_DIR works on Linux and macOS only.')
  if (/^[\w./ -]+$/.test(text)) return resolve(text)
  throw new ConfigError(`BACKUP_WAL_DIR is "${text}" but may have letters, digits and . _ - / only.`)
}

function accessLog(text: string): string {
  return text === 'off' || text === 'stdout' ? text : resolve(text)
}

function trustedProxies(text: string | undefined): TrustsProxy | undefined {
  const read = readTrustedProxies(text)
  if (typeof read === 'object') throw new ConfigError(read.refusal)
  return read
}

function wholeNumber(name: VariableName, text: string, least: number, most: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new ConfigError(`${name} is "${text}" but must be a whole number from ${least} to ${most}.`)
}

function oneOf<const Value extends string>(name: VariableName, text: string, values: readonly Value[]): Value {
  const value = values.find((known) => known === text)
  if (value !== undefined) return value
  throw new ConfigError(`${name} is "${text}" but must be one of ${values.join(', ')}.`)
}

function documentStore(read: (name: VariableName) => string | undefined): S3Settings | undefined {
  if (oneOf('DOCUMENT_STORE', read('DOCUMENT_STORE')!, ['files', 's3']) === 'files') return undefined
  const needed = (name: VariableName) => {
    const value = read(name)
    if (value === undefined) throw new ConfigError(`DOCUMENT_STORE is s3, which needs ${name}.`)
    return value
  }
  const endpoint = needed('S3_ENDPOINT').replace(/\/+$/, '')
  if (!URL.canParse(endpoint) || !/^https?:/.test(endpoint)) {
    throw new ConfigError(`S3_ENDPOINT is "${endpoint}" but must be an http or https address.`)
  }
  return {
    endpoint,
    bucket: needed('S3_BUCKET'),
    prefix: needed('S3_PREFIX').replace(/^\/+|\/+$/g, ''),
    region: needed('S3_REGION'),
    access_key_id: needed('S3_ACCESS_KEY_ID'),
    secret_key_file: needed('S3_SECRET_KEY_FILE'),
  }
}

const engines = { osrm: 'OSRM', valhalla: 'VALHALLA', graphhopper: 'GRAPHHOPPER' } as const

function routing(read: (name: VariableName) => string | undefined): RoadEngine | undefined {
  const engine = oneOf('ROUTING_ENGINE', read('ROUTING_ENGINE')!, ['osrm', 'valhalla', 'graphhopper'])
  const profile = read('ROUTING_PROFILE') ?? null
  if (profile !== null && !/^[A-Za-z0-9_.-]{1,60}$/.test(profile)) {
    throw new ConfigError(`ROUTING_PROFILE is "${profile}" but must be the name of a profile, such as truck.`)
  }
  const url = read('ROUTING_URL')
  if (url === undefined) return undefined
  const isAddress = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (!isAddress || new URL(url).username !== '' || new URL(url).password !== '') {
    throw new ConfigError(
      'ROUTING_URL must be an http or https address without a password, such as http://10.0.0.5:5000.',
    )
  }
  return { kind: engines[engine], url, profile }
}

function mapTiles(text: string | undefined): MapTiles | undefined {
  if (text === undefined) return undefined
  if (!/^[a-z][a-z0-9+.-]+:/i.test(text)) return { file: resolve(text) }
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new ConfigError('MAP_TILES must be a PMTiles file, or its http or https address without a password.')
  }
  return { url: url.href }
}

function mail(read: (name: VariableName) => string | undefined): Pick<Config, 'smtp_url' | 'smtp_from'> {
  const address = read('SMTP_URL')
  if (address === undefined) return { smtp_url: undefined, smtp_from: undefined }
  if (!URL.canParse(address) || !/^smtps?:$/.test(new URL(address).protocol)) {
    throw new ConfigError('SMTP_URL must be an address such as smtps://user:password@mail.example:465.')
  }
  const from = read('SMTP_FROM')
  // Letters go out on the word of strangers, who also write the Host header: the links need an address of the operator.
  if (from === undefined || read('PUBLIC_URL') === undefined) {
    throw new ConfigError('SMTP_URL needs SMTP_FROM and PUBLIC_URL as well.')
  }
  return { smtp_url: address, smtp_from: from }
}

function publicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!URL.canParse(text) || !/^https?:/.test(text)) {
    throw new ConfigError(`PUBLIC_URL is "${text}" but must be an http or https address such as https://tms.example.`)
  }
  return text.replace(/\/+$/, '')
}

function databaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const read = readDatabaseUrl(text)
  if ('refusal' in read) throw new ConfigError(`DATABASE_URL ${read.refusal}`)
  return text
}
