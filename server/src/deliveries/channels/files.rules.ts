import type { FileFormat, Message } from './target.model.ts'

/** Age in milliseconds from which a leftover part is no longer in use (DLV-10). */
export const stalePartMs = 60 * 60 * 1_000

type Named = Pick<Message, 'event_id' | 'type' | 'entity_id' | 'epoch' | 'sequence'>

/**
 * `TYPE_ENTITY_EPOCH_SEQUENCE_EVENTID.json`: depends on the event alone, so that a repeat has the same name. Names
 * contain letters, digits, dots and dashes, and underscores separate the five parts.
 */
export function fileName(event: Named, format: FileFormat): string {
  const type = event.type.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^\.+/, '')
  const extension = format === 'EDI' ? 'edi' : 'json'
  return `${type}_${event.entity_id}_${event.epoch}_${event.sequence}_${event.event_id}.${extension}`
}

/** The hidden name of an incomplete file; readers that select `*.json` or `*.edi` never see it. */
export function partName(name: string, attempt: string): string {
  return `.${name}.${attempt}.part`
}

const part =
  /^\.([A-Za-z0-9.-]+_[0-9a-f-]{36}_\d+_\d+_[0-9a-f-]{36}\.(json|edi)|[A-Za-z0-9._-]+\.xml)\.\d+-[0-9a-f]{8}\.part$/

/** Whether this is the name of a part that Cartage wrote. */
export function isOurPart(name: string): boolean {
  return part.test(name)
}

/**
 * Joins a folder of another machine and a name: always with `/`, whatever this machine uses.
 * @param folder relative to the login directory, or absolute; empty for the login directory
 */
export function inFolder(folder: string, name: string): string {
  const bare = folder.replace(/\/+$/, '')
  if (bare === '') return folder.startsWith('/') ? `/${name}` : name
  return `${bare}/${name}`
}
