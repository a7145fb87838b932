import { resolve } from 'node:path'
import type { RoadEngine } from '@cartage/contract/positions/app/road-engine'
import { type Recipient, readRecipient } from './backup/age/keys.ts'
import { readDatabaseUrl } from './db/hosts/address.ts'
import { readTrustedProxies, type TrustsProxy } from './http/proxies.ts'
import { readTracing, type TracingSettings } from './tracing/settings.ts'
import { type VariableName, variables } from './variables.ts'

/** S3-compatible store for documents. */
export interface S3Settings {
  endpoint: string
  bucket: string
  /** Without leading and trailing slashes; may be empty. */
  prefix: string
  region: string
  access_key_id: string
  secret_key_file: string
}

/** Whether files are scanned for viruses, and whether they may be downloaded before the scan. */
export type DocumentScan = 'off' | 'allow' | 'wait'

/** A folder of this machine for the files of endpoints. */
export interface FolderRoot {
  /** Absolute. */
  path: string
  /** Slug of the only tenant that may use it. Undefined: each tenant has the subfolder named by its slug. */
  tenant?: string
}

/** A geocoder and its request settings. */
export interface GeocoderSettings {
  kind: 'PHOTON' | 'NOMINATIM'
  url: string
  /** Contact for the User-Agent. */
  contact: string | undefined
  /** Maximum requests per second and process. */
  per_second: number
}

/** Road data for maps: a file served by this server, or a URL that browsers read. */
export type MapTiles = { readonly file: string } | { readonly url: string }

/** Start configuration of one process. Times in milliseconds, sizes in bytes. */
export interface Config {
  host: string
  port: number
  public_url: string | undefined
  data_dir: string | undefined
  database_url: string | undefined
  /** Absolute. Undefined: nothing is archived. */
  backup_wal_dir: string | undefined
  /** Empty: backups are not encrypted. */
  backup_recipients: Recipient[]
  master_key_file: string | undefined
  pool_size: number
  /** Cached answers to reads; 0 caches none. */
  kept_answers_bytes: number
  log_level: string
  /** `off`, `stdout` or an absolute path. */
  access_log: string
  /** Undefined: metrics are only served to this machine. */
  metrics_token: string | undefined
  /** Undefined: there is no security.txt. */
  security_contact: string | undefined
  drain_seconds: number
  /** 0: no canary. */
  canary_minutes: number
  /** Undefined: no proxy is trusted. */
  trust_proxy: TrustsProxy | undefined
  outbound_allow: string[]
  outbound_ports: number[]
  folder_roots: FolderRoot[]
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
  /** Undefined: documents are stored as files. */
  document_s3: S3Settings | undefined
  document_scan: DocumentScan
  document_link_days: number
  upload_mb_per_sender: number
  upload_mb_per_tenant: number
  upload_reserve_percent: number
  position_retention_days: number
  /** Routing engine for tenants without their own. Undefined: their distances are estimated. */
  routing: RoadEngine | undefined
  /** Undefined: places are only found by the built-in towns and postal codes. */
  geocoding: GeocoderSettings | undefined
  /** Undefined: maps have no roads. */
  map_tiles: MapTiles | undefined
  /** Undefined: links are displayed instead of mailed. */
  smtp_url: string | undefined
  smtp_from: string | undefined
  /** Undefined: tenants without a mail server send no e-mails. */
  smtp_tenant_from: string | undefined
  smtp_tenant_per_day: number
  smtp_plain: 'never' | 'private'
  /** Undefined: nothing is traced. */
  tracing: TracingSettings | undefined
}

/** An environment variable is invalid. `message` names it and explains what to write instead. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Reads the environment once, at start.
 * @throws ConfigError naming the invalid variable
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
    backup_recipients: listed(read('BACKUP_RECIPIENTS')!).map(backupRecipient),
    master_key_file: read('MASTER_KEY_FILE'),
    pool_size: wholeNumber('POOL_SIZE', read('POOL_SIZE')!, 2, 500),
    kept_answers_bytes: wholeNumber('KEPT_ANSWERS_MB', read('KEPT_ANSWERS_MB')!, 0, 4_096) * 1_048_576,
    log_level: read('LOG_LEVEL')!,
    access_log: accessLog(read('ACCESS_LOG')!),
    canary_minutes: wholeNumber('CANARY_MINUTES', read('CANARY_MINUTES')!, 0, 10_080),
    metrics_token: metricsToken(read('METRICS_TOKEN')),
    security_contact: securityContact(read('SECURITY_CONTACT')),
    drain_seconds: wholeNumber('DRAIN_SECONDS', read('DRAIN_SECONDS')!, 0, 60),
    trust_proxy: trustedProxies(read('TRUST_PROXY')),
    outbound_allow: read('OUTBOUND_ALLOW')!
      .split(',')
      .filter((cidr) => cidr.trim() !== ''),
    outbound_ports: listed(read('OUTBOUND_PORTS')!).map((port) => wholeNumber('OUTBOUND_PORTS', port, 1, 65_535)),
    folder_roots: listed(read('FOLDER_ROOTS')!).map(folderRoot),
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
    geocoding: geocoding(read),
    map_tiles: mapTiles(read('MAP_TILES')),
    ...mail(read),
    tracing: tracing(read),
    upload_mb_per_sender: wholeNumber('UPLOAD_MB_PER_SENDER', read('UPLOAD_MB_PER_SENDER')!, 0, 1_000_000),
    upload_mb_per_tenant: wholeNumber('UPLOAD_MB_PER_TENANT', read('UPLOAD_MB_PER_TENANT')!, 0, 100_000_000),
    upload_reserve_percent: wholeNumber('UPLOAD_RESERVE_PERCENT', read('UPLOAD_RESERVE_PERCENT')!, 0, 90),
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

function folderRoot(text: string): FolderRoot {
  const [, tenant, path] = /^([a-z0-9][a-z0-9-]{0,62})=(.+)$/.exec(text) ?? []
  return tenant === undefined ? { path: resolve(text) } : { path: resolve(path!), tenant }
}

/** The path becomes part of a shell command run by PostgreSQL. */
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

function backupRecipient(text: string): Recipient {
  const recipient = readRecipient(text)
  if (recipient) return recipient
  const secret = /^age-secret-key-/i.test(text)
  throw new ConfigError(
    secret
      ? 'BACKUP_RECIPIENTS holds a secret key, which should not be on this machine. Write its public key there, as age-keygen -y prints it.'
      : `BACKUP_RECIPIENTS names "${text}", which is not a public key of age: such a key begins with age1 and has 62 characters.`,
  )
}

function accessLog(text: string): string {
  return text === 'off' || text === 'stdout' ? text : resolve(text)
}

function metricsToken(text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]{16,}$/.test(text)) return text
  throw new ConfigError(
    'METRICS_TOKEN must be at least 16 characters without spaces, such as openssl rand -hex 16 gives.',
  )
}

function securityContact(text: string | undefined): string | undefined {
  if (text === undefined || /^(mailto:[^\s@]+@|https:\/\/|tel:\+)[^\s]+$/.test(text)) return text
  throw new ConfigError('SECURITY_CONTACT must begin with mailto:, https:// or tel:+ (RFC 9116).')
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
  const [profile, van_profile, adr_profile] = (
    ['ROUTING_PROFILE', 'ROUTING_VAN_PROFILE', 'ROUTING_ADR_PROFILE'] as const
  ).map((name) => {
    const given = read(name)
    if (given === undefined || /^[A-Za-z0-9_.-]{1,60}$/.test(given)) return given
    throw new ConfigError(`${name} is "${given}" but must be the name of a profile, such as truck.`)
  })
  const takes_measures = oneOf('ROUTING_MEASURES', read('ROUTING_MEASURES')!, ['yes', 'no']) === 'yes' || undefined
  const url = read('ROUTING_URL')
  if (url === undefined) return undefined
  const isAddress = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (!isAddress || new URL(url).username !== '' || new URL(url).password !== '') {
    throw new ConfigError(
      'ROUTING_URL must be an http or https address without a password, such as http://10.0.0.5:5000.',
    )
  }
  return { kind: engines[engine], url, profile: profile ?? null, van_profile, adr_profile, takes_measures }
}

function geocoding(read: (name: VariableName) => string | undefined): GeocoderSettings | undefined {
  const kind = oneOf('GEOCODING_ENGINE', read('GEOCODING_ENGINE')!, ['photon', 'nominatim'])
  const per_second = Number(read('GEOCODING_PER_SECOND'))
  if (!(per_second >= 0.01 && per_second <= 100)) {
    throw new ConfigError('GEOCODING_PER_SECOND must be a number from 0.01 to 100.')
  }
  const contact = read('GEOCODING_CONTACT')
  if (contact !== undefined && !/^[\x21-\x7e]{3,200}$/.test(contact)) {
    throw new ConfigError('GEOCODING_CONTACT must be an e-mail address or a web address.')
  }
  const url = read('GEOCODING_URL')
  if (url === undefined) return undefined
  const isAddress = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (!isAddress || new URL(url).username !== '' || new URL(url).password !== '') {
    throw new ConfigError(
      'GEOCODING_URL must be an http or https address without a password, such as http://10.0.0.5:2322.',
    )
  }
  return { kind: kind === 'photon' ? 'PHOTON' : 'NOMINATIM', url, contact, per_second }
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

type MailSettings = Pick<Config, 'smtp_url' | 'smtp_from' | 'smtp_tenant_from' | 'smtp_tenant_per_day' | 'smtp_plain'>

function mail(read: (name: VariableName) => string | undefined): MailSettings {
  const address = read('SMTP_URL')
  const limits = {
    smtp_tenant_per_day: wholeNumber('SMTP_TENANT_PER_DAY', read('SMTP_TENANT_PER_DAY')!, 1, 1_000_000),
    smtp_plain: oneOf('SMTP_PLAIN', read('SMTP_PLAIN')!, ['never', 'private']),
  }
  if (address === undefined)
    return { ...limits, smtp_url: undefined, smtp_from: undefined, smtp_tenant_from: undefined }
  if (!URL.canParse(address) || !/^smtps?:$/.test(new URL(address).protocol)) {
    throw new ConfigError('SMTP_URL must be an address such as smtps://user:password@mail.example:465.')
  }
  const from = read('SMTP_FROM')
  // Strangers can trigger mails, and also write the Host header, so links need an address configured by the operator.
  if (from === undefined || read('PUBLIC_URL') === undefined) {
    throw new ConfigError('SMTP_URL needs SMTP_FROM and PUBLIC_URL as well.')
  }
  return {
    ...limits,
    smtp_url: address,
    smtp_from: from,
    smtp_tenant_from: tenantSender(read('SMTP_TENANT_FROM'), from),
  }
}

/** Mails with tenant content must never have the sender of password reset links (MAIL-11). */
function tenantSender(text: string | undefined, from: string): string | undefined {
  if (text === undefined) return undefined
  if (!/^[^\s<>@,;"]+@[^\s<>@,;"]+$/.test(text)) {
    throw new ConfigError('SMTP_TENANT_FROM must be an e-mail address alone, such as noreply@mail.tms.example.')
  }
  const own = /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from
  if (own.trim().toLowerCase() === text.toLowerCase()) {
    throw new ConfigError('SMTP_TENANT_FROM must be another address than that of SMTP_FROM.')
  }
  return text
}

function tracing(read: (name: VariableName) => string | undefined): TracingSettings | undefined {
  const settings = readTracing({
    disabled: read('OTEL_SDK_DISABLED'),
    endpoint: read('OTEL_EXPORTER_OTLP_ENDPOINT'),
    tracesEndpoint: read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'),
    headers: read('OTEL_EXPORTER_OTLP_HEADERS'),
    serviceName: read('OTEL_SERVICE_NAME')!,
    sampler: read('OTEL_TRACES_SAMPLER')!,
    samplerArg: read('OTEL_TRACES_SAMPLER_ARG'),
  })
  if (settings && 'refusal' in settings) throw new ConfigError(settings.refusal)
  return settings
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
