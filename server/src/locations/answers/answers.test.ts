import { previewOrder } from '@cartage/contract/charges/app/preview'
import type { Call } from '@cartage/contract/client'
import { createCompanyRecord } from '@cartage/contract/companies/app/record'
import {
  answerPlaceQuestion,
  findPlaceQuestions,
  listUnclearPlaces,
  type PlaceQuestion,
} from '@cartage/contract/locations/app/answers'
import { countLocationRecords, listLocationRecords } from '@cartage/contract/locations/app/list'
import {
  chooseLocationPlace,
  createLocation,
  getLocation,
  updateLocation,
} from '@cartage/contract/locations/app/record'
import { findImportPlaces } from '@cartage/contract/orders/app/import'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { at, planner, rejectionWith } from '../../testing/data/locations.ts'
import { orderTenant, settle, simpleOrder } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { answerFor, type PlaceAnswer } from './rules.ts'

const server = await startTestServer()
afterAll(() => server.close())

const insertEntity = statement(
  'test.insert_home_entity',
  `insert into billing_entity (tenant_id, code, name, legal_name, country) values ($1, 'HOME', 'Home', 'Home', 'BE')`,
)

const halle = { city: 'Halle', country: 'DE' }
const isWestphalia = ({ near }: { near: string | null }) => near === 'Bielefeld'

async function company(call: Call, name: string) {
  return await call(createCompanyRecord, { body: { name, currency: 'EUR', is_customer: true } as never })
}

function answerOf({ city, postal_code, country, company_ids, choices }: PlaceQuestion) {
  const { latitude, longitude } = choices.find(isWestphalia)!
  return { body: { city, postal_code, country, company_ids, latitude, longitude } }
}

describe('ambiguous places', () => {
  test('PLACE-8: ambiguous places are listed with others of the same spelling, and one answer resolves all', async () => {
    const { call } = await planner(server)
    const one = await call(createLocation, { body: { ...halle, name: 'Depot' } })
    const other = await call(createLocation, { body: { city: 'HALLE', country: 'Germany', name: 'Yard' } })
    await call(createLocation, { body: { city: 'Neustadt', country: 'DE', name: 'Shop' } })
    await call(createLocation, { body: { city: 'Hamburg', country: 'DE', name: 'Known' } })
    await server.drain()
    const { items } = await call(listUnclearPlaces, {})
    expect(items.map(({ locations, question }) => `${question.city.toLowerCase()} ${locations}`)).toEqual([
      'halle 2',
      'neustadt 1',
    ])
    expect(items[0]!.question.choices.map(({ country, postal_codes }) => `${country} ${postal_codes}`)).toContain(
      'DE 33',
    )
    const window = { query: { placing: 'UNCLEAR' } }
    expect((await call(listLocationRecords, window)).total).toBe(3)
    expect((await call(countLocationRecords, { query: {} })).by_placing).toMatchObject({ UNCLEAR: 3, TOWN: 1 })
    expect(await call(answerPlaceQuestion, answerOf(items[0]!.question))).toEqual({ waiting: 2 })
    await server.drain()
    for (const { id } of [one, other]) {
      expect(await call(getLocation, at(id))).toMatchObject({ latitude: 52.06, estimate: { source: 'CHOSEN' } })
    }
    expect((await call(listLocationRecords, window)).total).toBe(1)
    // A new location with this spelling is placed immediately.
    const { id } = await call(createLocation, { body: { ...halle, name: 'Later' } })
    await server.drain()
    expect(await call(getLocation, at(id))).toMatchObject({ latitude: 52.06 })
  })

  test('PLACE-7: order entry shows how the places differ, and does not ask again for the same customer', async () => {
    const { call } = await planner(server)
    const { id: customer_id } = await company(call, 'Shipper')
    const { id: other_id } = await company(call, 'Other')
    const order = {
      consignments: [
        {
          pickup_stop: { location: { ...halle, name: 'Depot' } },
          delivery_stop: { location: { city: 'Hamburg', country: 'DE' } },
        },
      ],
    }
    const preview = (id: string | null) => call(previewOrder, { body: { customer_id: id, order } })
    const first = await preview(customer_id)
    expect(first.questions).toHaveLength(1)
    expect(first.questions[0]).toMatchObject({ city: 'Halle', location_id: null, company_ids: [customer_id] })
    expect(first.places).toHaveLength(1)
    expect(first.warnings.filter(({ kind }) => kind === 'PLACE_UNKNOWN')).toEqual([])
    await call(answerPlaceQuestion, answerOf(first.questions[0]!))
    const second = await preview(customer_id)
    expect(second.questions).toEqual([])
    expect(second.places[0]).toMatchObject({ latitude: 52.06 })
    expect((await preview(other_id)).questions).toHaveLength(1)
    expect((await preview(null)).questions).toHaveLength(1)
  })

  test('PLACE-7: a sheet asks about each place once, and not about answered ones', async () => {
    const { call } = await planner(server)
    await company(call, 'Shipper')
    const place = { city: 'Halle', postal_code: '', country: 'DE', customers: ['Shipper'] }
    const places = [
      place,
      { ...place, postal_code: '33790' },
      { ...place, city: 'Hamburg' },
      { ...place, city: 'Neustadt', customers: ['Shipper', 'Someone new'] },
    ]
    const ask = async () => (await call(findImportPlaces, { body: { places } })).questions
    const questions = await ask()
    expect(questions.map(({ city, company_ids }) => `${city} ${company_ids.length}`)).toEqual(['Halle 1', 'Neustadt 0'])
    await call(answerPlaceQuestion, answerOf(questions[0]!))
    expect((await ask()).map(({ city }) => city)).toEqual(['Neustadt'])
  })

  test('PLACE-7: a new location is asked about while it is entered, and not once its spelling was answered', async () => {
    const { call } = await planner(server)
    const ask = async (body: object) => (await call(findPlaceQuestions, { body })).questions
    const [question, ...others] = await ask(halle)
    expect([question?.location_id, question?.company_ids, others]).toEqual([null, [], []])
    expect(await ask({ ...halle, postal_code: '33790' })).toEqual([])
    expect(await ask({ city: 'Hamburg', country: 'DE' })).toEqual([])
    expect(await ask({})).toEqual([])
    await call(answerPlaceQuestion, answerOf(question!))
    expect(await ask({ city: 'HALLE', country: 'Germany' })).toEqual([])
  })

  test('PLACE-7: a location whose town is changed is asked about before it is geocoded, for that location only', async () => {
    const { call } = await planner(server)
    const { id } = await call(createLocation, { body: { city: 'Hamburg', country: 'DE', name: 'Depot' } })
    await server.drain()
    const { city, country } = await call(updateLocation, { ...at(id), body: { city: 'Halle' } })
    const asked = { body: { city, country, location_id: id } }
    const { questions } = await call(findPlaceQuestions, asked)
    expect(questions).toMatchObject([{ location_id: id, city: 'Halle' }])
    const { latitude, longitude } = questions[0]!.choices.find(isWestphalia)!
    const chosen = await call(chooseLocationPlace, { ...at(id), body: { latitude, longitude } })
    expect(chosen).toMatchObject({ latitude: 52.06, estimate: { source: 'CHOSEN' } })
    await server.drain()
    expect(await call(getLocation, at(id))).toMatchObject({ latitude: 52.06, estimate: { source: 'CHOSEN' } })
    expect((await call(findPlaceQuestions, { body: halle })).questions).toHaveLength(1)
  })

  test('PLACE-10: a town without a country is assumed to be in the country of the haulier, and if the customer usually goes elsewhere a question is asked', async () => {
    const tenant = await orderTenant(server)
    const call = await tenant.user('PLANNER')
    await tenant.asTenant((tx) => tx.query(insertEntity))
    const lille = { city: 'Lille', postal_code: '', country: '' }
    const own = await call(createLocation, { body: { city: 'Lille', name: 'Depot' } })
    await server.drain()
    const inBelgium = { latitude: 51.242, estimate: { source: 'TOWN' } }
    expect(await call(getLocation, at(own.id))).toMatchObject(inBelgium)
    expect((await call(findPlaceQuestions, { body: lille })).questions).toEqual([])
    const { questions: before } = await call(findImportPlaces, { body: { places: [{ ...lille, customers: ['C1'] }] } })
    expect(before).toEqual([])

    // Simple orders of the customer are delivered in France.
    await settle(server, tenant, simpleOrder())
    const { questions } = await call(findImportPlaces, { body: { places: [{ ...lille, customers: ['C1'] }] } })
    expect(questions[0]?.choices.map(({ country }) => country)).toEqual(['FR', 'BE'])
    const stop = (city: string) => ({ location: { city, name: city } })
    const order = { consignments: [{ pickup_stop: stop('Antwerpen'), delivery_stop: stop('Lille') }] }
    const [customer_id] = questions[0]!.company_ids
    const preview = async () => await call(previewOrder, { body: { customer_id: customer_id!, order } })
    expect(await preview()).toMatchObject({ questions: [{ city: 'Lille' }], places: [{ name: 'Antwerpen' }] })

    const { latitude, longitude } = questions[0]!.choices[0]!
    await call(answerPlaceQuestion, { body: { ...lille, company_ids: [customer_id!], latitude, longitude } })
    expect(await preview()).toMatchObject({ questions: [], places: [{}, { latitude: 50.633 }] })
    // Another customer has no deliveries yet: the haulier's country counts.
    expect((await call(previewOrder, { body: { customer_id: null, order } })).places[1]).toMatchObject({
      latitude: 51.242,
    })
  })

  test('PLACE-7: only a place of that name is accepted as an answer', async () => {
    const { call } = await planner(server)
    const body = { ...halle, company_ids: [], latitude: 48.2, longitude: 16.37 }
    expect(await rejectionWith(call(answerPlaceQuestion, { body }))).toMatchObject({ status: 422, path: 'latitude' })
    const hamburg = { city: 'Hamburg', country: 'DE', company_ids: [], latitude: 53.55, longitude: 10 }
    expect(await rejectionWith(call(answerPlaceQuestion, { body: hamburg }))).toMatchObject({ status: 422 })
  })
})

test('PLACE-7: the choice for a customer takes precedence over the general one; two different choices count as none', () => {
  const answer = (company_id: string | null, latitude: number): PlaceAnswer => ({
    ...{ spelling: 'halle||DE', company_id, latitude, longitude: 8, radius_km: 2 },
  })
  const answers = [answer('a', 52), answer('b', 51), answer(null, 50)]
  expect(answerFor(answers, ['a'])?.latitude).toBe(52)
  expect(answerFor(answers, ['c'])?.latitude).toBe(50)
  expect(answerFor(answers, [])?.latitude).toBe(50)
  expect(answerFor(answers, ['a', 'b'])).toBeUndefined()
  expect(answerFor([answer('a', 52)], ['b'])).toBeUndefined()
})
