import type { ErrorItem } from '@cartage/contract/errors'
import { msg } from '@cartage/contract/message'
import type { CanonicalGood, CanonicalOrder, CanonicalStop } from '@cartage/contract/orders/canonical'
import { isSameName } from '@cartage/contract/reading/fold'
import { type KnownCompany, matchCompany } from '../../companies/rules.ts'
import { errorItem } from '../../http/problem.ts'
import type { Reference } from '../../tenants/reference.views.ts'
import { type Configured, contradicting, type EntryReference, matchConfigured } from '../matching.rules.ts'

/** Records that references of an upload are matched with. */
interface Known {
  reference: Reference
  companies: readonly KnownCompany[]
}

/** References whose code and name match different records. The code counts; the sender is warned. */
export function contradictionsOf(upload: CanonicalOrder, { reference, companies }: Known): ErrorItem[] {
  const { transport_service, service_level, container, customer, consignments } = upload
  return [
    ...contradictions('transport_service', reference.transportServices, transport_service),
    ...contradictions('service_level', reference.serviceLevels, service_level),
    ...contradictions('container.container_type', reference.containerTypes, container?.container_type),
    ...customerContradictions(companies, customer),
    ...stopsOf(upload).flatMap(([path, stop]) => activityContradictions(path, stop, reference)),
    ...(consignments ?? []).flatMap(({ goods }, at) =>
      (goods ?? []).flatMap((good, index) => goodContradictions(good, reference, `consignments.${at}.goods.${index}`)),
    ),
  ]
}

/** The stops of an upload with their paths; most have no activity of the tenant. */
function stopsOf({ setup_stops, teardown_stops, consignments }: CanonicalOrder): [path: string, stop: CanonicalStop][] {
  const placed = (path: string, stops: readonly CanonicalStop[] | undefined) =>
    (stops ?? []).map((stop, at): [string, CanonicalStop] => [`${path}.${at}`, stop])
  return [
    ...placed('setup_stops', setup_stops),
    ...placed('teardown_stops', teardown_stops),
    ...(consignments ?? []).flatMap(({ pickup_stop, delivery_stop, standalone_stops }, at) => {
      const path = `consignments.${at}`
      const ends: [string, CanonicalStop][] = [
        [`${path}.pickup_stop`, pickup_stop],
        [`${path}.delivery_stop`, delivery_stop],
      ]
      return [...ends, ...placed(`${path}.standalone_stops`, standalone_stops)]
    }),
  ].filter(([, { custom_activity }]) => custom_activity)
}

function activityContradictions(path: string, stop: CanonicalStop, { customActivities }: Reference): ErrorItem[] {
  const known = customActivities.map(({ code, label }) => ({ code, name: label }))
  const given = { code: stop.custom_activity, name: stop.custom_activity_label }
  return contradictions(`${path}.custom_activity`, known, given)
}

function goodContradictions({ packaging_type: given }: CanonicalGood, reference: Reference, path: string): ErrorItem[] {
  if (!given) return []
  const found = contradictions(`${path}.packaging_type`, reference.packagingTypes, given)
  if (!given.packaging_size) return found
  const sizes = matchConfigured(reference.packagingTypes, given)?.sizes ?? []
  return [...found, ...contradictions(`${path}.packaging_type.packaging_size`, sizes, given.packaging_size)]
}

function contradictions(path: string, known: readonly Configured[], given: EntryReference | undefined): ErrorItem[] {
  const found = given && contradicting(known, given)
  return found ? [contradiction(path, given, found.meant.name, found.other.code)] : []
}

/** Companies have their own matching rules: two of them may share a name. */
function customerContradictions(companies: readonly KnownCompany[], given: CanonicalOrder['customer']): ErrorItem[] {
  if (!given?.code || !given.name) return []
  const expected = matchCompany(companies, { code: given.code })
  const named = matchCompany(companies, { name: given.name })
  if (!expected || !named || expected === named || isSameName(expected.name, given.name)) return []
  return [contradiction('customer', given, expected.name, named.accounting_code ?? named.code)]
}

function contradiction(
  path: string,
  { code, name }: EntryReference,
  expected: string | null | undefined,
  other: string | null | undefined,
): ErrorItem {
  const message = msg`The code "${code ?? ''}" belongs to ${expected ?? ''}, but the name "${name ?? ''}" belongs to ${other ?? ''}. The code was used.`
  return errorItem(path, message, 'contradiction')
}
