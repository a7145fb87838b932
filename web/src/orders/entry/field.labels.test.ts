import { entryTexts } from '@cartage/contract/orders/entry-texts'
import { expect, test } from 'vitest'
import { memberLabels } from '../../records/member.labels.ts'
import { fieldLabels, partLabels } from './field.labels.ts'

test('fields of the form have the labels of the order’s members, without loading all labels', () => {
  const members: Readonly<Record<string, keyof typeof memberLabels>> = {
    pickup: 'pickup_stop',
    delivery: 'delivery_stop',
    goods: 'goods',
    container: 'container',
    customer: 'customer',
    service: 'transport_service',
    level: 'service_level',
    identifier: 'order_identifier',
    ...entryTexts,
    place: 'location',
    date: 'date',
    note: 'note',
    activity: 'activity',
    description: 'description',
    quantity: 'quantity',
    packaging: 'packaging_type',
    weight: 'total_weight_kg',
    metres: 'total_loading_meters',
    un: 'un_number',
    temperature: 'temperature',
    seal: 'seal_number',
  }
  const labels = { ...partLabels, ...fieldLabels }
  for (const [field, member] of Object.entries(members)) expect(labels[field], field).toEqual(memberLabels[member])
})
