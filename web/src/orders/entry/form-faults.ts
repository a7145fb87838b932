import type { ErrorItem } from '@cartage/contract/errors'
import { entryTextNames, entryTexts } from '@cartage/contract/orders/entry-texts'
import { readDay } from '@cartage/contract/reading/day'
import { readNumber } from '@cartage/contract/reading/number'
import type { Reading } from '@cartage/contract/reading/reading'
import { readWindow } from '@cartage/contract/reading/time'
import { type EntryForm, isEmptyStop, type StopForm, shows } from './form-model.ts'
import { isEmptyGood } from './order-of-form.ts'

/** Kinds of field errors found before sending. */
export type FaultKind = 'customer' | 'place' | 'day' | 'no-day' | 'window' | 'number' | 'activity'

/** An error at a field of the form. `field` is null when no field shows it. */
export interface EntryFault<Message = string> {
  field: string | null
  message: Message
}

/** Errors that the form can detect itself. */
export function checkForm(form: EntryForm, reading: Reading): EntryFault<FaultKind>[] {
  const faults: EntryFault<FaultKind>[] = []
  const add = (field: string, message: FaultKind) => {
    faults.push({ field, message })
  }
  if (form.customer === null) add('customer', 'customer')
  const check = (stop: StopForm, path: string, mayLackDay: boolean) => {
    if (stop.frozen !== null) return
    const { place } = stop
    if (place === null || (place.id === null && place.name.trim() === '' && place.city.trim() === '')) {
      add(`${path}.place`, 'place')
    }
    if (stop.date.trim() === '' && !mayLackDay) add(`${path}.date`, 'no-day')
    else if (stop.date.trim() !== '' && readDay(stop.date, reading.today, reading.language) === undefined) {
      add(`${path}.date`, 'day')
    }
    if (readWindow(stop.window) === undefined) add(`${path}.window`, 'window')
  }
  if (shows(form, 'setup'))
    form.setup.forEach((stop, at) => {
      if (!isEmptyStop(stop)) check(stop, `setup.${at}`, true)
    })
  form.consignments.forEach((consignment, at) => {
    const path = `consignments.${at}`
    check(consignment.pickup, `${path}.pickup`, false)
    consignment.standalone.forEach((stop, index) => {
      check(stop, `${path}.standalone.${index}`, true)
      if (stop.activity === null && stop.frozen === null) add(`${path}.standalone.${index}.activity`, 'activity')
    })
    check(consignment.delivery, `${path}.delivery`, form.level !== null)
    consignment.goods.forEach((good, index) => {
      if (isEmptyGood(good)) return
      for (const name of ['quantity', 'weight', 'metres', 'temperature'] as const) {
        const { kind } = readNumber(good[name], reading)
        if (kind === 'unreadable' || kind === 'doubtful') add(`${path}.goods.${index}.${name}`, 'number')
      }
    })
  })
  if (shows(form, 'teardown'))
    form.teardown.forEach((stop, at) => {
      if (!isEmptyStop(stop)) check(stop, `teardown.${at}`, true)
    })
  return faults
}

/** Maps errors of the server to fields of the form. */
export function placedFaults(items: readonly ErrorItem[]): EntryFault[] {
  return items.map(({ path, message }) => ({ field: path ? fieldOf(path) : null, message }))
}

const stopFields: readonly (readonly [RegExp, string])[] = [
  [/^date/, 'date'],
  [/^time_window/, 'window'],
  [/^reference_number/, 'reference'],
  [/^note/, 'note'],
  [/^(custom_)?activity/, 'activity'],
]

const goodFields: readonly (readonly [RegExp, string])[] = [
  [/^(ordered_)?quantity/, 'quantity'],
  [/^pack(aging_type|age_type)/, 'packaging'],
  [/^total_weight/, 'weight'],
  [/^total_loading/, 'metres'],
  [/^(packaged_items|adr_type|good_items)/, 'un'],
  [/temperature/, 'temperature'],
]

const orderFields: readonly (readonly [RegExp, string])[] = [
  [/^customer(\.|$)/, 'customer'],
  ...entryTextNames.map((name) => [new RegExp(`^${entryTexts[name]}`), name] as const),
  [/^order_identifier/, 'identifier'],
  [/^transport_service/, 'service'],
  [/^service_level/, 'level'],
  [/^container(\.container)?_scenario/, 'scenario'],
  [/^container(\.container)?_type/, 'container.type'],
  [/^container\.seal_number/, 'container.seal'],
  [/^container\.pin_code/, 'container.pin'],
  [/^container/, 'container.number'],
]

/** Form field that shows an order path. Null if there is none. */
export function fieldOf(path: string): string | null {
  const plain = path.replace(/^order\./, '')
  const good = /^consignments\.(\d+)\.goods\.(\d+)(?:\.(.*))?$/.exec(plain)
  if (good) return `consignments.${good[1]}.goods.${good[2]}.${firstOf(goodFields, good[3]) ?? 'description'}`
  const consigned = /^consignments\.(\d+)\.(pickup_stop|delivery_stop|standalone_stops\.\d+)(?:\.(.*))?$/.exec(plain)
  if (consigned) {
    const stop = consigned[2]!.replace('_stops', '').replace('_stop', '')
    return `consignments.${consigned[1]}.${stop}.${firstOf(stopFields, consigned[3]) ?? 'place'}`
  }
  const extra = /^(setup|teardown)_(?:stops|input)\.(\d+)(?:\.(.*))?$/.exec(plain)
  if (extra) return `${extra[1]}.${extra[2]}.${firstOf(stopFields, extra[3]) ?? 'place'}`
  return firstOf(orderFields, plain) ?? null
}

function firstOf(fields: readonly (readonly [RegExp, string])[], path = ''): string | undefined {
  return fields.find(([pattern]) => pattern.test(path))?.[1]
}
