import { existsSync, readFileSync, readSync, statSync } from 'node:fs'
import type { Command } from 'commander'
import { BackupError } from '../backup/files.ts'
import { ConfigError, readConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { DistributionRefused } from '../db/citus/distribute.ts'
import { EmbeddedError } from '../db/embedded/binaries.ts'
import { DatabaseRefused, isUnavailable, NoPrimary } from '../db/failure.ts'
import { RolesMissing } from '../db/roles.ts'
import { Problem } from '../http/problem.ts'
import { createLog } from '../log.ts'
import { PortBusy } from '../process/port-busy.ts'
import { completeConfig, requireDatabase, startContext } from '../process/start-context.ts'
import { VaultError } from '../vault.ts'

/** Common options of every command. */
export interface Output {
  json?: boolean
}

/** An expected failure; `message` gives the reason and the remedy. Exit code 1. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
}

/** Invalid usage. Exit code 2, the same as for unknown options. */
export class WrongUse extends Error {
  override name = 'WrongUse'
}

/** Adds the option --json. */
export function withJson(command: Command): Command {
  return command.option('--json', 'answer with one line of JSON')
}

/**
 * Runs `work` on a separate context and releases it: it connects to the database of a running server, or else starts
 * the embedded database for the duration; it never creates one (OPS-32). Loops do not run; a running server notices the
 * work by itself.
 */
export async function withContext<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
  const config = { ...readConfig(), pool_size: 4 }
  requireDatabase(completeConfig(config))
  const log = createLog(process.env.LOG_LEVEL ? config.log_level : 'warn')
  const started = await startContext(config, log)
  try {
    return await work(started.ctx)
  } finally {
    await started.close()
  }
}

/** Prints the answer: `result` as one line of JSON with --json, otherwise the readable text. */
export function print(options: Output, result: unknown, text: string): void {
  process.stdout.write(options.json ? `${JSON.stringify(result)}\n` : `${text}\n`)
}

/**
 * Reads a file, or standard input for `-`.
 * @throws CommandFailed when the file does not exist or exceeds `most` bytes
 */
export function readBytes(file: string, most: number): Buffer {
  if (file !== '-' && !existsSync(file)) throw new CommandFailed(`There is no file ${file}.`)
  if (file !== '-' && !statSync(file).isFile()) throw new CommandFailed(`${file} is a folder, not a file.`)
  const bytes = file === '-' ? readInput() : readFileSync(file)
  if (bytes.length <= most) return bytes
  const name = file === '-' ? 'Standard input' : file
  throw new CommandFailed(`${name} is larger than ${Math.round(most / 2 ** 20)} MiB. Split it.`)
}

/** Reads standard input to its end. A pipe without data yet may report EAGAIN, in which case it waits. */
function readInput(): Buffer {
  const parts: Buffer[] = []
  const part = Buffer.alloc(65_536)
  for (;;) {
    const length = readSome(part)
    if (length === 0) return Buffer.concat(parts)
    if (length === undefined) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    else parts.push(Buffer.from(part.subarray(0, length)))
  }
}

/** Number of bytes read into `part`, 0 at the end; undefined if none are available yet. */
function readSome(part: Buffer): number | undefined {
  try {
    return readSync(0, part)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined
    throw error
  }
}

/** Formats rows as aligned columns. */
export function table<Row>(rows: readonly Row[], columns: readonly (keyof Row & string)[]): string {
  if (rows.length === 0) return 'None.'
  const cells: string[][] = [[...columns], ...rows.map((row) => columns.map((column) => cell(row[column])))]
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]!.length)))
  return cells
    .map((line) =>
      line
        .map((text, index) => text.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return Array.isArray(value) ? value.join(',') : String(value)
}

/**
 * Message and exit code of a failure: 2 for invalid usage, 1 for the rest. An unexpected failure keeps its stack,
 * because its cause has to be investigated.
 */
export function explain(error: unknown): { message: string; code: 1 | 2 } {
  if (error instanceof WrongUse) return { message: error.message, code: 2 }
  if (error instanceof ConfigError) return { message: error.message, code: 2 }
  if (isExpected(error)) return { message: error.message, code: 1 }
  if (isUnavailable(error)) return { message: unreachable(error as Error), code: 1 }
  const refused = failureOf(error)
  if (refused !== undefined) return { message: refused, code: 1 }
  return { message: `This is a bug in Cartage: ${(error as Error).stack ?? String(error)}`, code: 1 }
}

function isExpected(error: unknown): error is Error {
  const foreseen = [
    CommandFailed,
    PortBusy,
    EmbeddedError,
    DatabaseRefused,
    NoPrimary,
    DistributionRefused,
    RolesMissing,
    VaultError,
    BackupError,
    Problem,
  ]
  return foreseen.some((kind) => error instanceof kind)
}

function unreachable(error: Error): string {
  const where = process.env.DATABASE_URL ? 'The database that DATABASE_URL names' : 'The database'
  return `${where} cannot be reached (${error.message || (error as NodeJS.ErrnoException).code}). Is it running?`
}

/** Message of PostgreSQL about a wrong DATABASE_URL, or of the system about a file. */
function failureOf(error: unknown): string | undefined {
  const { code, message } = error as { code?: string; message?: string }
  const hints: Record<string, string> = {
    '28P01': 'Check the user and password in DATABASE_URL.',
    '28000': 'Check the user in DATABASE_URL.',
    '3D000': 'Create the database first, or correct its name in DATABASE_URL.',
    '42501': 'Grant the login what it needs, or let an administrator run the migration.',
  }
  const files: Record<string, string> = {
    ENOSPC: 'The disk is full.',
    EACCES: 'This user may not read or write there.',
    EPERM: 'This user may not do that.',
    EROFS: 'That place is read-only.',
    ENOTDIR: 'A part of the path is a file.',
  }
  const file = files[code ?? '']
  if (file !== undefined) return `${file} (${message})`
  const hint = hints[code ?? '']
  return hint && `The database refused: ${message}. ${hint}`
}
