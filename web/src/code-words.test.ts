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
import { errorTypeWords, taskBadges, taskTypeWords, waitingWords } from './accounting/tasks/words.tsx'
import { companyBadges } from './companies/status.words.tsx'
import { contactWords, taxWords } from './companies/words.ts'
import { deliveryBadges } from './deliveries/status.words.tsx'
import { companyDocumentWords } from './documents/company.words.ts'
import { orderDocumentWords } from './documents/order.words.ts'
import { resourceDocumentWords } from './documents/resource.words.ts'
import { subjectWords } from './documents/subject.words.ts'
import { documentWords } from './documents/words.ts'
import { eventBadges } from './events/status.words.ts'
import { itemBadges, messageKindWords, resultBadges } from './messages/words.tsx'
import { columnWords } from './orders/import/column.words.ts'
import { eventLevelWords, eventWords, updateWords } from './records/event.words.ts'
import { memberWords } from './records/member.words.ts'
import { orderBadges } from './records/order.words.tsx'
import { recordWords } from './records/record.words.ts'
import { typeWords } from './records/resource.words.tsx'
import { axlesOf, resourceProperties } from './resources/properties.ts'
import { propertyWords } from './resources/property.words.ts'
import { sendingBadges, sendingChannelWords, sendingPurposeWords } from './sendings/words.tsx'
import { roleWords } from './session/role.words.ts'
import { choiceWords } from './settings/form/choice.words.ts'
import { ownWords as settingWords } from './settings/form/member.words.ts'
import { fieldsOf, type SchemaField } from './settings/form/schema-fields.ts'
import { standstillWords } from './start/standstill.words.ts'
import { endpointBadges } from './subscriptions/words.tsx'
import { stopBadges, tripBadges } from './trips/words.tsx'
import { reasonBadges } from './unavailabilities/reason.words.tsx'
import { permissionWords } from './users/permission.words.ts'

const optionsOf = (type: { options: readonly { options: readonly string[] }[] }) =>
  type.options.flatMap(({ options }) => options)

/** Choices of the settings, which a form is made of. Empty stands for none; signs say themselves. */
function choicesIn(fields: readonly SchemaField[]): string[] {
  return fields.flatMap((field) => {
    if (field.kind === 'choice' || field.kind === 'choices') return field.values
    return field.kind === 'group' || field.kind === 'rows' ? choicesIn(field.fields) : []
  })
}

const settings = [TenantSettings, ...Object.values(settingKinds).map(({ schema }) => schema)]
const choices = settings.flatMap((schema) => choicesIn(fieldsOf(schema))).filter((choice) => /^[A-Z]/.test(choice))

/** Types of published updates. */
const updates = RecentEvent.shape.type.meta()?.['x-open-set'] as string[]

/** Webhooks that receive messages, by the last part of their path. */
const webhooks = Object.values(endpoints)
  .map(({ path }) => path)
  .filter((path) => path.startsWith('/v1/webhook/'))
  .map((path) => path.slice('/v1/webhook/'.length))

/** Lists of codes that the pages show, and what says each of them. */
const lists: readonly [what: string, codes: readonly string[], words: object][] = [
  ['state of an order', orderStates, orderBadges],
  ['state of a stop', stopStatuses, stopBadges],
  ['state of a trip', tripStates, tripBadges],
  ['state of a company', companyStates, companyBadges],
  ['state of a delivery', deliveryStates, deliveryBadges],
  ['state of an endpoint', endpointStates, endpointBadges],
  ['kind of message', webhooks, messageKindWords],
  ['result of a message', messageResults, resultBadges],
  ['state of an item of the inbox', inboxStates, itemBadges],
  ['kind of event', eventTypes, eventWords],
  ['what an event is about', eventTypes.map((type) => type.slice(0, type.indexOf('.'))), eventLevelWords],
  ['kind of update', updates, updateWords],
  ['validity of a resource', resourceValidityReasons, resourceDocumentWords],
  ['document of a resource', optionsOf(ResourceDocumentType), resourceDocumentWords],
  ['validity of a company', companyValidityReasons, companyDocumentWords],
  ['document of a company', optionsOf(CompanyDocumentType), companyDocumentWords],
  ['document of an order', [...orderDocumentTypes, ...addedDocumentTypes], orderDocumentWords],
  ['any document', [...optionsOf(ResourceDocumentType), ...optionsOf(CompanyDocumentType)], documentWords],
  ['any document that comes in', orderDocumentTypes, documentWords],
  ['what a document belongs to', documentSubjects, subjectWords],
  ['reason of an unavailability', unavailabilityReasons, reasonBadges],
  ['type of a resource', resourceTypes, typeWords],
  ['line of a resource', resourceProperties.flatMap(({ choices = [] }) => choices), propertyWords],
  ['axles', [...axlesOf('tractor'), ...axlesOf('trailer')], propertyWords],
  ['tax', TaxTypeEnum.options, taxWords],
  ['what a contact is for', contactTypes, contactWords],
  ['role of a person', userRoles, roleWords],
  ['state of a task', taskStatuses, taskBadges],
  ['kind of task', taskTypes, taskTypeWords],
  ['what a task waits for', taskWaitingReasons, waitingWords],
  ['why a task failed', taskErrorTypes, errorTypeWords],
  ['state of a sending', sendingStatuses, sendingBadges],
  ['channel of a sending', billingChannels, sendingChannelWords],
  ['what is sent', sendingPurposes, sendingPurposeWords],
  ['what stands still', standstillKinds, standstillWords],
  ['permission', permissions, permissionWords],
  ['choice of a setting', choices, choiceWords],
]

test.each(lists)('every code has words in every language: %s', (_, codes, words) => {
  expect(codes.length).toBeGreaterThan(1)
  expect(codes.filter((code) => !Object.hasOwn(words, code))).toEqual([])
})

/** Tables in which a code means the same thing. */
const sharing: readonly [what: string, tables: readonly object[]][] = [
  ['members', [memberWords, settingWords, columnWords]],
  ['records', [recordWords, eventLevelWords]],
  ['documents', [orderDocumentWords, companyDocumentWords, resourceDocumentWords, reasonBadges, choiceWords]],
  ['states of orders, stops and trips', [orderBadges, stopBadges, tripBadges, eventBadges]],
]

/** Codes that read differently, and why. */
const readsTwice: Readonly<Record<string, string>> = {
  upload: 'events are about failed uploads only',
  address: 'all of it in the settings of a billing entity, the street elsewhere',
  weight_kg: 'of empty packaging in the settings, of goods in a sheet',
  CREATED: 'a trip is a draft; an event also says it of a document',
}

type Shown = { id?: string } | { word: { id?: string } }

/** Codes that tables show in different words. */
function readDifferently(tables: readonly object[]): string[] {
  const entries = tables.flatMap((table) => Object.entries(table as Record<string, Shown>))
  const byCode = Map.groupBy(entries, ([code]) => code)
  return [...byCode].flatMap(([code, shown]) => {
    const words = new Set(shown.map(([, one]) => ('word' in one ? one.word.id : one.id)))
    return words.size > 1 ? [code] : []
  })
}

test.each(sharing)('a code reads the same in every table: %s', (_, tables) => {
  expect(readDifferently(tables).filter((code) => !(code in readsTwice))).toEqual([])
})

test('a code that reads differently in two tables is found', () => {
  expect(readDifferently([{ A: { id: 'x' } }, { A: { word: { id: 'y' } } }, { B: { id: 'x' } }])).toEqual(['A'])
})
