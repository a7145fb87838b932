import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { canReach, changeOwner, chooseAccount, EmbeddedError } from '../../db/embedded/binaries.ts'
import type { Recipient } from '../age/keys.ts'
import { segmentsFolder } from './base.ts'

const sealing = fileURLToPath(new URL('./seal.ts', import.meta.url))

/** Seconds after which a partial segment of the log is archived: the maximum data loss with a machine. */
const longestUnarchived = 30

/**
 * Settings of the embedded PostgreSQL that archive its log: a segment is first written under another name, compressed
 * and synced, so that the archive never has half of one; encrypted when there are recipients (OPS-36). Makes the folder
 * for the account that PostgreSQL runs as.
 * @throws EmbeddedError when that account cannot reach the folder, or the program that encrypts
 */
export function archiveSettings(
  dataDir: string,
  archive: string,
  recipients: readonly Recipient[] = [],
): Record<string, string> {
  const segments = segmentsFolder(archive)
  const account = chooseAccount(join(dataDir, 'cluster'))
  // As root, PostgreSQL's account passes through the folder into its own but cannot list it.
  mkdirSync(archive, { recursive: true, mode: account === undefined ? 0o700 : 0o711 })
  mkdirSync(segments, { recursive: true, mode: 0o700 })
  changeOwner(account, segments)
  if (account !== undefined && !canReach(archive, account)) {
    throw new EmbeddedError(
      `PostgreSQL runs as user id ${account.uid}, which cannot reach ${archive}. Set BACKUP_WAL_DIR to a folder whose ` +
        'parent folders every user may enter.',
    )
  }
  const isSealed = recipients.length > 0
  if (
    isSealed &&
    account !== undefined &&
    ![process.execPath, dirname(sealing)].every((path) => canReach(path, account, true))
  ) {
    throw new EmbeddedError(
      `PostgreSQL runs as user id ${account.uid}, which cannot reach ${sealing} to encrypt its log. Move the program to a folder ` +
        'whose parent folders every user may enter, such as /opt/cartage.',
    )
  }
  const keys = recipients.map(({ text }) => text).join(' ')
  const archiving = { archive_mode: 'on', archive_timeout: `${longestUnarchived}s` }
  if (isSealed) {
    const program = `"${process.execPath}" --disable-warning=ExperimentalWarning "${sealing}"`
    return { ...archiving, archive_command: `${program} "%p" "${segments}/%f.gz.age" ${keys}` }
  }
  const [done, part] = [`"${segments}/%f.gz"`, `"${segments}/%f.gz.part"`]
  // PostgreSQL may ask again for an archived segment: the same content is accepted, different content is not.
  const isThere = `{ test -e ${done} && gzip -dc ${done} | cmp -s - "%p"; }`
  const copy = `{ test ! -e ${done} && gzip -1 -c "%p" > ${part} && sync ${part} && mv ${part} ${done}; }`
  return {
    ...archiving,
    archive_command: `${isThere} || ${copy}`,
  }
}

/**
 * Settings of a start that replays the archive up to a moment and then accepts writes.
 * @param opened folder with the decrypted segments
 */
export function recoverySettings(archive: string, opened: string, to: Date | 'latest'): Record<string, string> {
  const wasSealed = `{ test -e "${opened}/%f.gz" && gzip -dc "${opened}/%f.gz" > "%p"; }`
  return {
    restore_command: `${wasSealed} || gzip -dc "${segmentsFolder(archive)}/%f.gz" > "%p"`,
    recovery_target_action: 'promote',
    // Connections wait until the replay is over.
    hot_standby: 'off',
    // Time zone names, including Z, are not yet loaded when PostgreSQL reads this.
    ...(to !== 'latest' && { recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00') }),
  }
}
