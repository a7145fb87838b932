import type { ErrorItem } from '@cartage/contract/errors'
import type { OrderUpload } from '@cartage/contract/orders/order-input'
import type { SentBody } from '../../http/body/sent.ts'
import { unknownMemberWarnings } from '../../http/body/unknown-members.ts'
import { errorItem } from '../../http/problem.ts'

/** What is kept of an upload next to its canonical form, because that no longer says it. */
export interface UploadNotes {
  /** What looked odd when it was read. */
  warnings: ErrorItem[]
  /** Members that were sent in another spelling: the canonical path and the one that was sent. */
  spelled: [canonical: string, sent: string][]
}

/**
 * What is to be noted of an upload; undefined when there is nothing, as for most.
 * @param sent the body before it was read; undefined when reading it changed nothing
 */
export function notesOf(upload: OrderUpload, sent: SentBody | undefined): UploadNotes | undefined {
  const spelled = upload.operation === 'DELETE' ? [] : spelledMembers(upload)
  const unknown = unknownMemberWarnings(sent)
  if (spelled.length === 0 && unknown.length === 0) return undefined
  const warnings = unknown.map(({ field, message, code }) => errorItem(field!, message, code))
  return { warnings, spelled }
}

/** Other spellings of members that applying may find fault with. */
function spelledMembers(upload: OrderUpload): UploadNotes['spelled'] {
  const spelled: UploadNotes['spelled'] = []
  const { setup_stops, setup_input, teardown_stops, teardown_input, container_load_unload_stop: yard } = upload
  if (setup_input && !setup_stops) spelled.push(['setup_stops', 'setup_input'])
  if (teardown_input && !teardown_stops) spelled.push(['teardown_stops', 'teardown_input'])
  if (yard) {
    // Without a scenario anyone who applies it knows on which side the yard is.
    const scenario = upload.container?.container_scenario ?? upload.container_scenario
    const isListed = { setup: Boolean(setup_stops ?? setup_input), teardown: Boolean(teardown_stops ?? teardown_input) }
    if (scenario !== 'IMPORT' && !isListed.setup) spelled.push(['setup_stops.0', 'container_load_unload_stop'])
    if (scenario !== 'EXPORT' && !isListed.teardown) spelled.push(['teardown_stops.0', 'container_load_unload_stop'])
  }
  if (upload.container_number && !upload.container?.container_number) {
    spelled.push(['container.container_number', 'container_number'])
  }
  if (upload.container_type && !upload.container?.container_type) {
    spelled.push(['container.container_type', 'container_type'])
  }
  upload.consignments?.forEach(({ goods }, at) => {
    goods?.forEach((good, index) => {
      if (!good.package_type || good.packaging_type) return
      const path = `consignments.${at}.goods.${index}`
      spelled.push([`${path}.packaging_type`, `${path}.package_type`])
    })
  })
  return spelled
}

/** Errors and warnings of an upload with the members that its sender wrote, and with what was noted when it came. */
export function inSentWords(
  notes: UploadNotes | null,
  errors: ErrorItem[],
  warnings: ErrorItem[],
): { errors: ErrorItem[]; warnings: ErrorItem[] } {
  if (notes === null) return { errors, warnings }
  const spell = (item: ErrorItem) => asSpelled(item, notes.spelled)
  return { errors: errors.map(spell), warnings: [...notes.warnings, ...warnings.map(spell)] }
}

function asSpelled(item: ErrorItem, spelled: UploadNotes['spelled']): ErrorItem {
  const { path } = item
  if (path === null || path === undefined) return item
  const found = spelled.find(([canonical]) => path === canonical || path.startsWith(`${canonical}.`))
  if (found === undefined) return item
  const [canonical, sent] = found
  const sentPath = `${sent}${path.slice(canonical.length)}`
  return { ...item, path: sentPath, field: sentPath.split('.').at(-1)! }
}
