import type { CanonicalConsignment, CanonicalGood, CanonicalStop } from '@cartage/contract/orders/canonical'
import { locationKey } from '../locations/rules.ts'
import type { Feature, Likeness } from './counterparts.rules.ts'

type Identified = { id?: string | undefined }
type Unit = { barcode?: { value?: string | undefined } | undefined }

/** ORD-19: matches a consignment by its ids and references, then by locations, references and goods. */
export function consignmentLikeness(consignment: CanonicalConsignment & Identified): Likeness {
  const { id: _id, pickup_stop, delivery_stop, standalone_stops, goods, ...members } = consignment
  const { consignment_reference_number: reference, cmr_reference_number: cmr } = members
  const features: Record<string, Feature> = {
    ...stopFeatures('pickup', pickup_stop),
    ...stopFeatures('delivery', delivery_stop),
    standalone: several(1, standalone_stops?.map(placeOf)),
    goods: several(3, goods?.map(textOf)),
    descriptions: several(
      2,
      goods?.map(({ description, product }) => textOf([description, product])),
    ),
    ...memberFeatures(members, { consignment_reference_number: 4, cmr_reference_number: 2 }),
  }
  const identities = listed('delivery_id', members.transporeon?.delivery_id)
    .concat(listed('palletline', members.palletline?.palletline_id))
    .concat(listed('palletforce', members.palletforce?.palletforce_id))
    .concat(listed('reference', reference))
    .concat(listed('cmr', cmr))
  return { identities, whole: textOf(consignment), features }
}

/** Matches a stop of a list by its reference, then its location. Its position may change and does not identify it. */
export function stopLikeness(stop: CanonicalStop & Identified): Likeness {
  const { id: _id, position, ...members } = stop
  return {
    identities: listed('reference', stop.reference_number),
    whole: textOf(members),
    features: { ...stopFeatures('stop', stop), activity: several(2, listed('', stop.custom_activity)) },
    position: position?.position,
  }
}

/** Matches a good by the barcodes of its handling units, then by content and quantity. */
export function goodLikeness(good: CanonicalGood & Identified): Likeness {
  const { id: _id, handling_units, packaged_items, ...members } = good
  const barcodes = (handling_units ?? []).flatMap(barcodesOf)
  return {
    identities: barcodes,
    whole: textOf(good),
    features: {
      barcodes: several(4, barcodes),
      substances: several(
        3,
        packaged_items?.flatMap(({ adr }) => listed('', adr?.un_number)),
      ),
      ...memberFeatures(members, { product: 4, description: 3, packaging_type: 2 }),
    },
  }
}

/** Matches a handling unit by its barcode: another barcode is another unit. */
export function unitLikeness(unit: Unit): Likeness {
  return { identities: barcodesOf(unit), whole: textOf(unit), features: memberFeatures(unit, {}) }
}

/** Matches a record without id and reference by its content. */
export function thingLikeness(thing: object): Likeness {
  return { identities: [], whole: textOf(thing), features: memberFeatures(thing, {}) }
}

function stopFeatures(name: string, stop: CanonicalStop): Record<string, Feature> {
  const { location, date, reference_number } = stop
  return {
    [`${name} place`]: { weight: 3, values: [placeOf({ location })] },
    [`${name} town`]: several(
      1,
      listed('', [location.postal_code, location.city].filter(Boolean).join(' ').toLowerCase()),
    ),
    [`${name} day`]: several(1, listed('', date)),
    [`${name} reference`]: several(2, listed('', reference_number)),
  }
}

function placeOf({ location }: Pick<CanonicalStop, 'location'>): string {
  return location.id ?? locationKey(location).toString('base64')
}

function memberFeatures(members: object, weights: Readonly<Record<string, number>>): Record<string, Feature> {
  const features: Record<string, Feature> = {}
  for (const [name, value] of Object.entries(members)) {
    if (name === 'id' || value === undefined || value === '') continue
    features[name] = { weight: weights[name] ?? 1, values: [textOf(value)] }
  }
  return features
}

function several(weight: number, values: readonly string[] | undefined): Feature {
  return { weight, values: values ?? [] }
}

function barcodesOf(unit: Unit): string[] {
  const { alternative_barcodes } = unit as { alternative_barcodes?: { value?: string }[] }
  return [unit.barcode, ...(alternative_barcodes ?? [])].flatMap((one) => listed('barcode', one?.value))
}

function listed(kind: string, value: string | undefined): string[] {
  return value === undefined || value.trim() === '' ? [] : [`${kind}:${value.trim()}`]
}

/** Ignores nested ids, which are assigned here and never sent, and members without a value. */
function textOf(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? ''
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([name, member]) => member !== undefined && name !== 'id')
  return Object.fromEntries(
    members.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, member]) => [name, sorted(member)]),
  )
}
