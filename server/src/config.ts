import { resolve } from 'node:path'

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
  DATABASE_URL: { about: 'Any PostgreSQL 15 or newer to use instead of the embedded one.', fallback: undefined },
  MASTER_KEY_FILE: {
    about: 'File with the key that encrypts secrets in the database; made on first start under DATA_DIR.',
    fallback: undefined,
  },
  POOL_SIZE: { about: 'Database connections for requests of one process.', fallback: '12' },
  LOG_LEVEL: { about: 'trace, debug, info, warn, error or silent.', fallback: 'info' },
  TRUST_PROXY: { about: 'Set to 1 when a proxy in front writes X-Forwarded-For.', fallback: undefined },
  OUTBOUND_ALLOW: {
    about: 'Comma-separated networks (CIDR) that webhooks may reach although they are private.',
    fallback: '',
  },
  CARTAGE_CRASH_AT: {
    about: 'Tests only: ends the process at a named place. Refused unless NODE_ENV is test.',
    fallback: undefined,
  },
} as const satisfies Record<string, Variable>

export type VariableName = keyof typeof variables
export const variableDocs: Readonly<Record<VariableName, Variable>> = variables

/** What one process was started with. Times in milliseconds, sizes in bytes. */
export interface Config {
  host: string
  port: number
  public_url: string | undefined
  data_dir: string | undefined
  database_url: string | undefined
  master_key_file: string | undefined
  pool_size: number
  log_level: string
  trust_proxy: boolean
  outbound_allow: string[]
  crash_at: string | undefined
  is_test: boolean
  json_body_limit_bytes: number
  request_timeout_ms: number
  headers_timeout_ms: number
  max_header_bytes: number
  token_lifetime_s: number
  cursor_lifetime_s: number
  delivery_timeout_ms: number
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
    master_key_file: read('MASTER_KEY_FILE'),
    pool_size: wholeNumber('POOL_SIZE', read('POOL_SIZE')!, 2, 500),
    log_level: read('LOG_LEVEL')!,
    trust_proxy: read('TRUST_PROXY') === '1',
    outbound_allow: read('OUTBOUND_ALLOW')!
      .split(',')
      .filter((cidr) => cidr.trim() !== ''),
    crash_at: crashAt,
    is_test: isTest,
    json_body_limit_bytes: 1_048_576,
    request_timeout_ms: 30_000,
    headers_timeout_ms: 10_000,
    max_header_bytes: 16_384,
    token_lifetime_s: 3_600,
    cursor_lifetime_s: 86_400,
    delivery_timeout_ms: 20_000,
  }
}

function wholeNumber(name: VariableName, text: string, least: number, most: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new ConfigError(`${name} is "${text}" but must be a whole number from ${least} to ${most}.`)
}

function publicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!URL.canParse(text) || !/^https?:/.test(text)) {
    throw new ConfigError(`PUBLIC_URL is "${text}" but must be an http or https address such as https://tms.example.`)
  }
  return text.replace(/\/+$/, '')
}

function databaseUrl(text: string | undefined): string | undefined {
  if (text === undefined || /^postgres(ql)?:\/\//.test(text)) return text
  throw new ConfigError('DATABASE_URL must start with postgres:// or postgresql://.')
}
