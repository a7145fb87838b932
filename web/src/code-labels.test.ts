import { endpoints } from '@cartage/contract'
import { taskWaitingReasons } from '@cartage/contract/accounting/app/tasks'
import { taskErrorTypes, taskStatuses, taskTypes } from '@cartage/contract/accounting/task'
import { standstillKinds } from '@cartage/contract/app/standstills'
import { billingChannels } from '@cartage/contract/billing/app/channel'
import { sendingPurposes, sendingStatuses } from '@cartage/contract/billing/app/sending'
import { companyStates } from '@cartage/contract/companies/app/record'
import { contactTypes, TaxTypeEnum } from '@cartage/contract/companies/company-output'
import { deliveryStates } from '@cartage/contract/deliveries/app/record'
import { endpointStates } from '@cartage/contract/deliveries/app/subscriptions'
import { permissions, userRoles } from '@cartage/contract/endpoint'
import { RecentEvent } from '@cartage/contract/events/app'
import { eventTypes } from '@cartage/contract/events/endpoints'
import { orderDocumentTypes } from '@cartage/contract/inbound/documents'
import { inboxStates } from '@cartage/contract/messages/app/record'
import { messageResults } from '@cartage/contract/messages/app/results'
import { addedDocumentTypes } from '@cartage/contract/orders/app/documents'
import { orderStates } from '@cartage/contract/orders/states'
import { stopStatuses } from '@cartage/contract/orders/stop'
import { resourceTypes } from '@cartage/contract/resources/kinds'
import { documentSubjects, settingKinds } from '@cartage/contract/tenants/app/kinds'
import { TenantSettings } from '@cartage/contract/tenants/app/tenant-settings'
import { tripStates } from '@cartage/contract/trips/app/list'
import { unavailabilityReasons } from '@cartage/contract/unavailabilities/endpoints'
import { CompanyDocumentType, ResourceDocumentType } from '@cartage/contract/validities/app/documents'
import { companyValidityReasons, resourceValidityReasons } from '@cartage/contract/validities/reasons'
import { expect, test } from 'vitest'
import { errorTypeLabels, taskBadges, taskTypeLabels, waitingLabels } from './accounting/tasks/labels.tsx'
import { contactLabels, taxLabels } from './companies/labels.ts'
import { companyBadges } from './companies/status.labels.tsx'
import { deliveryBadges } from './deliveries/status.labels.tsx'
import { companyDocumentLabels } from './documents/company.labels.ts'
import { documentLabels } from './documents/labels.ts'
import { orderDocumentLabels } from './documents/order.labels.ts'
import { resourceDocumentLabels } from './documents/resource.labels.ts'
import { subjectLabels } from './documents/subject.labels.ts'
import { eventBadges } from './events/status.labels.ts'
import { itemBadges, messageKindLabels, resultBadges } from './messages/labels.tsx'
import { columnLabels } from './orders/import/column.labels.ts'
import { eventLabels, eventLevelLabels, updateLabels } from './records/event.labels.ts'
import { memberLabels } from './records/member.labels.ts'
import { orderBadges } from './records/order.labels.tsx'
import { recordLabels } from './records/record.labels.ts'
import { typeLabels } from './records/resource.labels.tsx'
import { axlesOf, resourceProperties } from './resources/properties.ts'
import { propertyLabels } from './resources/property.labels.ts'
import { sendingBadges, sendingChannelLabels, sendingPurposeLabels } from './sendings/labels.tsx'
import { roleLabels } from './session/role.labels.ts'
import { choiceLabels } from './settings/form/choice.labels.ts'
import { ownWords as settingLabels } from './settings/form/member.labels.ts'
import { fieldsOf, type SchemaField } from './settings/form/schema-fields.ts'
import { standstillLabels } from './start/standstill.labels.ts'
import { endpointBadges } from './subscriptions/labels.tsx'
import { stopBadges, tripBadges } from './trips/labels.tsx'
import { reasonBadges } from './unavailabilities/reason.labels.tsx'
import { permissionLabels } from './users/permission.labels.ts'

const optionsOf = (type: { options: readonly { options: readonly string[] }[] }) =>
  type.options.flatMap(({ options }) => options)

/** Choices in settings forms. Empty stands for none; symbols need no label. */
function choicesIn(fields: readonly SchemaField[]): string[] {
  return fields.flatMap((field) => {
    if (field.kind === 'choice' || field.kind === 'choices') return field.values
    return field.kind === 'group' || field.kind === 'rows' ? choicesIn(field.fields) : []
  })
}

const settings = [TenantSettings, ...Object.values(settingKinds).map(({ schema }) => schema)]
const choices = settings.flatMap((schema) => choicesIn(fieldsOf(schema))).filter((choice) => /^[A-Z]/.test(choice))

/** Published event types. */
const updates = RecentEvent.shape.type.meta()?.['x-open-set'] as string[]

/** Inbound webhooks, by the last segment of their path. */
const webhooks = Object.values(endpoints)
  .map(({ path }) => path)
  .filter((path) => path.startsWith('/v1/webhook/'))
  .map((path) => path.slice('/v1/webhook/'.length))

/** Code lists shown on pages, and their labels. */
const lists: readonly [what: string, codes: readonly string[], labels: object][] = [
  ['state of an order', orderStates, orderBadges],
  ['state of a stop', stopStatuses, stopBadges],
  ['state of a trip', tripStates, tripBadges],
  ['state of a company', companyStates, companyBadges],
  ['state of a delivery', deliveryStates, deliveryBadges],
  ['state of an endpoint', endpointStates, endpointBadges],
  ['kind of message', webhooks, messageKindLabels],
  ['result of a message', messageResults, resultBadges],
  ['state of an item of the inbox', inboxStates, itemBadges],
  ['kind of event', eventTypes, eventLabels],
  ['what an event is about', eventTypes.map((type) => type.slice(0, type.indexOf('.'))), eventLevelLabels],
  ['kind of update', updates, updateLabels],
  ['validity of a resource', resourceValidityReasons, resourceDocumentLabels],
  ['document of a resource', optionsOf(ResourceDocumentType), resourceDocumentLabels],
  ['validity of a company', companyValidityReasons, companyDocumentLabels],
  ['document of a company', optionsOf(CompanyDocumentType), companyDocumentLabels],
  ['document of an order', [...orderDocumentTypes, ...addedDocumentTypes], orderDocumentLabels],
  ['any document', [...optionsOf(ResourceDocumentType), ...optionsOf(CompanyDocumentType)], documentLabels],
  ['any document that comes in', orderDocumentTypes, documentLabels],
  ['what a document belongs to', documentSubjects, subjectLabels],
  ['reason of an unavailability', unavailabilityReasons, reasonBadges],
  ['type of a resource', resourceTypes, typeLabels],
  ['line of a resource', resourceProperties.flatMap(({ choices = [] }) => choices), propertyLabels],
  ['axles', [...axlesOf('tractor'), ...axlesOf('trailer')], propertyLabels],
  ['tax', TaxTypeEnum.options, taxLabels],
  ['what a contact is for', contactTypes, contactLabels],
  ['role of a person', userRoles, roleLabels],
  ['state of a task', taskStatuses, taskBadges],
  ['kind of task', taskTypes, taskTypeLabels],
  ['what a task waits for', taskWaitingReasons, waitingLabels],
  ['why a task failed', taskErrorTypes, errorTypeLabels],
  ['state of a sending', sendingStatuses, sendingBadges],
  ['channel of a sending', billingChannels, sendingChannelLabels],
  ['what is sent', sendingPurposes, sendingPurposeLabels],
  ['what stands still', standstillKinds, standstillLabels],
  ['permission', permissions, permissionLabels],
  ['choice of a setting', choices, choiceLabels],
]

test.each(lists)('every code has a label in every language: %s', (_, codes, labels) => {
  expect(codes.length).toBeGreaterThan(1)
  expect(codes.filter((code) => !Object.hasOwn(labels, code))).toEqual([])
})

/** Tables in which a code has the same meaning. */
const sharing: readonly [what: string, tables: readonly object[]][] = [
  ['members', [memberLabels, settingLabels, columnLabels]],
  ['records', [recordLabels, eventLevelLabels]],
  ['documents', [orderDocumentLabels, companyDocumentLabels, resourceDocumentLabels, reasonBadges, choiceLabels]],
  ['states of orders, stops and trips', [orderBadges, stopBadges, tripBadges, eventBadges]],
]

/** Codes with deliberately different labels, and why. */
const readsTwice: Readonly<Record<string, string>> = {
  upload: 'events are about failed uploads only',
  address: 'all of it in the settings of a billing entity, the street elsewhere',
  weight_kg: 'of empty packaging in the settings, of goods in a sheet',
  CREATED: 'a trip is a draft; an event also says it of a document',
}

type Shown = { id?: string } | { word: { id?: string } }

/** Codes with different labels across tables. */
function readDifferently(tables: readonly object[]): string[] {
  const entries = tables.flatMap((table) => Object.entries(table as Record<string, Shown>))
  const byCode = Map.groupBy(entries, ([code]) => code)
  return [...byCode].flatMap(([code, shown]) => {
    const labels = new Set(shown.map(([, one]) => ('word' in one ? one.word.id : one.id)))
    return labels.size > 1 ? [code] : []
  })
}

test.each(sharing)('a code reads the same in every table: %s', (_, tables) => {
  expect(readDifferently(tables).filter((code) => !(code in readsTwice))).toEqual([])
})

test('a code with different labels in two tables is detected', () => {
  expect(readDifferently([{ A: { id: 'x' } }, { A: { word: { id: 'y' } } }, { B: { id: 'x' } }])).toEqual(['A'])
})
