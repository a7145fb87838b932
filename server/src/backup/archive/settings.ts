import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { canReach, changeOwner, chooseAccount, EmbeddedError } from '../../db/embedded/binaries.ts'
import { segmentsFolder } from './base.ts'

/** Seconds after which a segment of the log is archived although it is not full: what a lost machine can cost. */
const longestUnarchived = 30

/**
 * Settings of the embedded PostgreSQL that archive its log: a segment goes under another name first, compressed and
 * synced, so that the archive never has half of one. Makes the folder for the account that PostgreSQL runs as.
 * @throws EmbeddedError when that account cannot come to the folder
 */
export function archiveSettings(dataDir: string, archive: string): Record<string, string> {
  const segments = segmentsFolder(archive)
  const account = chooseAccount(join(dataDir, 'cluster'))
  // As root, PostgreSQL's account passes through the folder into its own; it cannot list it.
  mkdirSync(archive, { recursive: true, mode: account === undefined ? 0o700 : 0o711 })
  mkdirSync(segments, { recursive: true, mode: 0o700 })
  changeOwner(account, segments)
  if (account !== undefined && !canReach(archive, account)) {
    throw new EmbeddedError(
      `PostgreSQL runs as user id ${account.uid}, which cannot reach ${archive}. Set BACKUP_WAL_DIR to a folder whose ` +
        'parent folders every user may enter.',
    )
  }
  const [done, part] = [`"${segments}/%f.gz"`, `"${segments}/%f.gz.part"`]
  // PostgreSQL may ask again for one that is there: the same is right, another one is not.
  const isThere = `{ test -e ${done} && gzip -dc ${done} | cmp -s - "%p"; }`
  const copy = `{ test ! -e ${done} && gzip -1 -c "%p" > ${part} && sync ${part} && mv ${part} ${done}; }`
  return {
    archive_mode: 'on',
    archive_timeout: `${longestUnarchived}s`,
    archive_command: `${isThere} || ${copy}`,
  }
}

/** Settings of a start that replays the archive up to a moment and then takes writes. */
export function recoverySettings(archive: string, to: Date | 'latest'): Record<string, string> {
  return {
    restore_command: `gzip -dc "${segmentsFolder(archive)}/%f.gz" > "%p"`,
    recovery_target_action: 'promote',
    // Connections wait until it is over.
    hot_standby: 'off',
    // Names of zones, Z among them, are not known yet where this is read.
    ...(to !== 'latest' && { recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00') }),
  }
}
