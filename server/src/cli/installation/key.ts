import { randomBytes } from 'node:crypto'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { KeyUse } from '../../backup/keys/versions.ts'
import { readConfig } from '../../config.ts'
import { Problem } from '../../http/problem.ts'
import { parseKeyFile } from '../../vault.ts'
import { CommandFailed, type Output, print, table, withContext, withJson } from '../command.ts'

/** `cartage key …`: the master key and its versions (SECRET-4), and the keys that sign tokens (TOKEN-1). */
export function addKey(program: Command): void {
  const group = program.command('key').description('the master key and its versions, and the keys that sign tokens')
  addSigning(group)
  addIdentity(group)
  withJson(group.command('status'))
    .description('show what each version is still needed for')
    .action(async (options: Output) => {
      const { keyUse } = await import('../../backup/keys/versions.ts')
      const versions = await withContext(keyUse)
      print(options, { versions }, statusText(versions))
    })
  withJson(group.command('add'))
    .description('add a new version to the key file; it is used from the next start of each process on')
    .action(async (options: Output) => {
      const { file, version } = await addVersion()
      const text =
        `Version ${version} is in ${file}. Copy the file to every machine of the installation and to where you keep it, start every ` +
        'process again, then run `cartage key reseal`.'
      print(options, { file, version }, text)
    })
  withJson(group.command('reseal'))
    .description('seal secrets again with the newest version, while the service runs')
    .action(async (options: Output) => {
      const { sealAgain } = await import('../../backup/keys/versions.ts')
      const resealed = await withContext(sealAgain)
      print(options, { resealed }, `${resealed} secrets are sealed with the newest version now.`)
    })
  withJson(group.command('retire <version>'))
    .description('forget an older version, so that its line may leave the key file')
    .option('--force', 'although secrets depend on it, which no longer work then')
    .action(async (text: string, options: Output & { force?: boolean }) => {
      const version = readVersion(text)
      const { neededFor, retireKey } = await import('../../backup/keys/versions.ts')
      const use = await withContext((ctx) => retireKey(ctx, version, { isForced: options.force ?? false }))
      const ended = neededFor(use)
      const lines = [
        `Version ${version} is retired. Remove its line from the key file on every machine, then start every process again.`,
        ...(ended.length > 0 ? [`These end with that: ${ended.join(', ')}.`] : []),
        'Keep the old file with the backups that were made under it.',
      ]
      print(options, { retired: version }, lines.join('\n'))
    })
}

function addIdentity(group: Command): void {
  withJson(group.command('identity <file>'))
    .description('make a key that backups are encrypted to: the secret half in a new file, the public half printed')
    .action(async (file: string, options: Output) => {
      const { newIdentity } = await import('../../backup/age/keys.ts')
      const { text, recipient } = newIdentity()
      await writeFile(file, `# public key: ${recipient.text}\n${text}\n`, { mode: 0o600, flag: 'wx' }).catch(
        (error) => {
          throw error.code === 'EEXIST' ? new CommandFailed(`${file} is there already. Choose a new name.`) : error
        },
      )
      const lines = [
        `BACKUP_RECIPIENTS=${recipient.text}`,
        `The secret key is in ${file}. Move it away from this machine, to two places: without it no backup can be restored.`,
      ]
      print(options, { file, recipient: recipient.text }, lines.join('\n'))
    })
}

function addSigning(group: Command): void {
  withJson(group.command('signing'))
    .description('list the keys that sign and verify tokens')
    .action(async (options: Output) => {
      const { findKeys } = await import('../../auth/tokens/keys.store.ts')
      const keys = await withContext(async (ctx) =>
        (await findKeys(ctx)).map(({ kid, state, seconds_in_state }) => ({ kid, state, seconds_in_state })),
      )
      print(options, { keys }, table(keys, ['kid', 'state', 'seconds_in_state']))
    })
  withJson(group.command('revoke <kid>'))
    .description('drop a signing key that a stranger may know: every token it signed ends within a minute')
    .action(async (kid: string, options: Output) => {
      const { revokeKey } = await import('../../auth/tokens/keys.commands.ts')
      await withContext((ctx) => revokeKey(ctx, kid)).catch((error: unknown) => {
        if (!(error instanceof Problem && error.code === 'not_found')) throw error
        throw new CommandFailed(`No signing key has the id ${kid}. cartage key signing lists them.`)
      })
      const text = `Key ${kid} is revoked. Tokens that it signed end within a minute; clients get new ones by themselves.`
      print(options, { revoked: kid }, text)
    })
}

function readVersion(text: string): number {
  const version = Number(text)
  if (!Number.isInteger(version) || version < 1 || version > 255)
    throw new InvalidArgumentError('Give a number from 1 to 255.')
  return version
}

/** @throws CommandFailed without a key file, or when all version numbers are used */
async function addVersion(): Promise<{ file: string; version: number }> {
  const config = readConfig()
  const file = config.master_key_file ?? (config.data_dir && join(config.data_dir, 'master.key'))
  if (!file) throw new CommandFailed('Set MASTER_KEY_FILE or DATA_DIR: they say where the key file is.')
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandFailed(`There is no key file ${file}. The first start of the service makes it.`)
  })
  const version = Math.max(...parseKeyFile(text, file).keys()) + 1
  if (version > 255) throw new CommandFailed('Versions go up to 255, and that one is taken.')
  const line = `${version} ${randomBytes(32).toString('base64url')}\n`
  await appendFile(file, text.endsWith('\n') ? line : `\n${line}`)
  return { file, version }
}

function statusText(versions: readonly KeyUse[]): string {
  const rows = versions.map(({ version, is_newest, digests, ...counts }) => ({
    version,
    use: is_newest ? 'newest' : 'older',
    ...counts,
    digests: Object.entries(digests).map(([name, count]) => `${count} ${name}`),
  }))
  return table(rows, ['version', 'use', 'sealed', 'public_keys', 'digests'])
}
