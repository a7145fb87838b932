import type { ErrorItem } from '@cartage/contract/errors'
import type { OrderUpload } from '@cartage/contract/orders/order-input'
import type { SentBody } from '../../http/body/sent.ts'
import { unknownMemberWarnings } from '../../http/body/unknown-members.ts'
import { errorItem } from '../../http/problem.ts'

/** Details of an upload that its canonical form loses. */
export interface UploadNotes {
  /** Oddities found while reading it. */
  warnings: ErrorItem[]
  /** Members sent in another spelling: the canonical path and the sent one. */
  spelled: [canonical: string, sent: string][]
}

/**
 * Notes on an upload; undefined when there are none, as for most.
 * @param sent the body before it was read; undefined when reading it changed nothing
 */
export function notesOf(upload: OrderUpload, sent: SentBody | undefined): UploadNotes | undefined {
  const spelled = upload.operation === 'DELETE' ? [] : spelledMembers(upload)
  const unknown = unknownMemberWarnings(sent)
  if (spelled.length === 0 && unknown.length === 0) return undefined
  const warnings = unknown.map(({ field, message, code }) => errorItem(field!, message, code))
  return { warnings, spelled }
}

/** Other spellings of members that may cause errors when applied. */
function spelledMembers(upload: OrderUpload): UploadNotes['spelled'] {
  const spelled: UploadNotes['spelled'] = []
  const { setup_stops, setup_input, teardown_stops, teardown_input, container_load_unload_stop: yard } = upload
  if (setup_input && !setup_stops) spelled.push(['setup_stops', 'setup_input'])
  if (teardown_input && !teardown_stops) spelled.push(['teardown_stops', 'teardown_input'])
  if (yard) {
    // Without a scenario, the side of the yard is unknown here and decided when applied.
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

/** Errors and warnings of an upload with the member names of its sender, and with the notes from its receipt. */
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
