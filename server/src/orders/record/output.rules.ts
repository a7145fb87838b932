import { adrNames } from '../adr-names.rules.ts'
import type { OrderDocument, StoredGood, StoredItem } from '../content.rules.ts'
import { type Configured, type EntryReference, matchConfigured } from '../matching.rules.ts'

/** Current names of reference data of orders; active records of each kind come first. */
export interface Names {
  transport_services: readonly Configured[]
  service_levels: readonly Configured[]
  container_types: readonly Configured[]
  packaging_types: readonly (Configured & { sizes: readonly Configured[] })[]
}

/** A reference with the current code and name; unchanged when nothing matches any more. */
function resolved<Reference extends EntryReference>(known: readonly Configured[], reference: Reference): Reference {
  const found = matchConfigured(known, reference)
  if (!found) return reference
  return { ...reference, ...(found.code && { code: found.code }), ...(found.name && { name: found.name }) }
}

/** The references of an order in responses: each with code and name, whichever was sent. */
export function referencesOutput(document: OrderDocument, names: Names) {
  const { transport_service, service_level, container } = document
  return {
    ...(transport_service && { transport_service: resolved(names.transport_services, transport_service) }),
    ...(service_level && { service_level: resolved(names.service_levels, service_level) }),
    ...(container?.container_type && {
      container: { ...container, container_type: resolved(names.container_types, container.container_type) },
    }),
  }
}

/**
 * A good in responses and messages, with official names of dangerous substances added (GOOD-4).
 * @param names of the tenant; if absent, references stay as they were sent
 */
export function goodOutput(good: StoredGood, names?: Names) {
  const { packaged_items, ...rest } = good
  const members =
    names && rest.packaging_type ? { ...rest, packaging_type: packagingOutput(rest.packaging_type, names) } : rest
  return packaged_items ? { ...members, packaged_items: packaged_items.map(itemOutput) } : members
}

/** Current name of the packaging, for pages that show one label; null if not given. */
export function packagingName(
  packaging: { code?: string | null | undefined; name?: string | null | undefined } | null | undefined,
  { packaging_types }: Pick<Names, 'packaging_types'>,
): string | null {
  const sent: EntryReference = { code: packaging?.code ?? undefined, name: packaging?.name ?? undefined }
  const { name, code } = resolved(packaging_types, sent)
  return name ?? code ?? null
}

type Packaging = NonNullable<StoredGood['packaging_type']>

function packagingOutput(packaging: Packaging, { packaging_types }: Names): Packaging {
  const { packaging_size: size } = packaging
  const sizes = size && matchConfigured(packaging_types, packaging)?.sizes
  return { ...resolved(packaging_types, packaging), ...(sizes && { packaging_size: resolved(sizes, size) }) }
}

function itemOutput(item: StoredItem) {
  const names = item.adr?.un_number === undefined ? undefined : adrNames(item.adr.un_number)
  return names ? { ...item, adr: { ...item.adr, adr_name_by_locale: names } } : item
}
