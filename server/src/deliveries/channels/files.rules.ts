import type { Message } from './gateway.ts'

/** What is in a file. */
export type FileFormat = 'JSON' | 'EDI'

/** A part that was left behind this long ago, in milliseconds, belongs to no one any more (DLV-10). */
export const stalePartMs = 60 * 60 * 1_000

type Named = Pick<Message, 'event_id' | 'type' | 'entity_id' | 'epoch' | 'sequence'>

/**
 * `TYPE_ENTITY_EPOCH_SEQUENCE_EVENTID.json`: a function of the event alone, so that a repeat has the same name. Names
 * hold letters, digits, dots and dashes, and the five parts are distinguished by underscores.
 */
export function fileName(event: Named, format: FileFormat): string {
  const type = event.type.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^\.+/, '')
  const extension = format === 'EDI' ? 'edi' : 'json'
  return `${type}_${event.entity_id}_${event.epoch}_${event.sequence}_${event.event_id}.${extension}`
}

/** The hidden name a file has until it is complete; readers that take `*.json` or `*.edi` never see it. */
export function partName(name: string, attempt: string): string {
  return `.${name}.${attempt}.part`
}

const part =
  /^\.([A-Za-z0-9.-]+_[0-9a-f-]{36}_\d+_\d+_[0-9a-f-]{36}\.(json|edi)|[A-Za-z0-9._-]+\.xml)\.\d+-[0-9a-f]{8}\.part$/

/** Whether this is the name of a part that we have written. */
export function isOurPart(name: string): boolean {
  return part.test(name)
}

/**
 * Joins a folder of another machine with a name: `/` separates there, whatever this machine uses.
 * @param folder relative to where the login lands, or absolute; empty for where it lands
 */
export function inFolder(folder: string, name: string): string {
  const bare = folder.replace(/\/+$/, '')
  if (bare === '') return folder.startsWith('/') ? `/${name}` : name
  return `${bare}/${name}`
}
