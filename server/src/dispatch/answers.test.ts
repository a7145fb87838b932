import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addDispatchDestination,
  dispatchTrip,
  getDispatchRevision,
  recallTrip,
  resendDispatch,
} from '@cartage/contract/dispatch/app'
import { SubcontractorDispatch } from '@cartage/contract/outbound/subco-dispatch'
import fc from 'fast-check'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { byOperator } from '../audit/rules.ts'
import { readConfig } from '../config.ts'
import { removeSubscription } from '../deliveries/subscriptions/commands.ts'
import { addPartner, dispatchSetup, followUp } from '../testing/data/dispatch.ts'
import { rejection } from '../testing/data/orders.ts'
import { type TestTripInput, tripOf } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { callWith, logInAs } from '../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())
afterEach(() => server.answerWith(() => ({})))

const dispatchedTrip = (input?: TestTripInput) => dispatchSetup(server, input)

describe('channels and failures', () => {
  test('DISP-2: a partner with a file channel gets each message as a separate file', async () => {
    const root = await mkdtemp(join(tmpdir(), 'cartage-dispatch-'))
    const config = readConfig({ NODE_ENV: 'test', FOLDER_ROOTS: root })
    const filing = await startTestServer({ config, db: server.ctx.db })
    try {
      const { tenant, planner, tripId } = await dispatchedTrip()
      const folder = join(root, tenant.slug)
      await mkdir(folder)
      const channel = { channel: 'FOLDER' as const, folder }
      const call = callWith(filing.app, await logInAs(filing, tenant.tenantId, 'PLANNER'))
      const { destination } = await call(addDispatchDestination, {
        body: { kind: 'SUBCO', name: 'By file', channel },
      })
      const body = { dispatch_destination_id: destination.dispatch_destination_id }
      await planner(dispatchTrip, { params: { trip_id: tripId }, body })
      await filing.drain()
      const files = await readdir(folder)
      expect(files).toHaveLength(1)
      expect(files[0]).toContain('subco-dispatch')
      const message = JSON.parse(await readFile(join(folder, files[0]!), 'utf8'))
      expect(SubcontractorDispatch.parse(message)).toEqual(message)
      expect(message).toMatchObject({ operation: 'CREATE', payload: { id: tripId } })
    } finally {
      await filing.close()
      await rm(root, { recursive: true, force: true })
    }
  })

  test('a removed channel: 409 for a new trip, and the failure is shown for an existing one', async () => {
    const { tenant, planner, partner, send, edit, history, tripId } = await dispatchedTrip()
    await send()
    await removeSubscription(server.ctx, tenant.tenantId, byOperator, partner.subscriptionId)
    await edit({ name: 'Renamed' })
    expect((await history())[0]).toMatchObject({ is_open: true, revisions: [{ revision: 1 }] })
    expect((await history())[0]!.trouble).toContain('was removed')
    const other = await addPartner(server, planner, { kind: 'FLEET' })
    await send(other.id)
    await server.drain()
    expect(other.messages()).toHaveLength(1)
    expect(await tripOf(tenant, tripId)).toMatchObject({ is_dispatched: true })
  })

  test('two planners at once dispatch a trip once', async () => {
    const { partner, send } = await dispatchedTrip()
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ revisions }) => revisions.length)).toEqual([1, 1, 1])
    await server.drain()
    expect(partner.messages()).toHaveLength(1)
  })

  test('DISP-1: whatever is planned, the receiver ends with the current trip', async () => {
    const edits = fc.constantFrom('rename', 'turn', 'note', 'recall', 'send', 'none')
    const step = fc.record({ edit: edits, value: fc.integer({ min: 0, max: 3 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const { tenant, planner, partner, send, edit, history, tripId } = await dispatchedTrip({ resources: [] })
        await send()
        for (const { edit: what, value } of steps) {
          const trip = (await tripOf(tenant, tripId))!
          if (what === 'rename') await edit({ name: `Name ${value}` })
          if (what === 'turn')
            await edit({ stops: trip.stops.map((stop) => ({ ...stop, reference_number: `R${value}` })) })
          if (what === 'note') await edit({ stops: trip.stops.map((stop) => ({ ...stop, note: `N${value}` })) })
          if (what === 'recall' && trip.is_dispatched) await planner(recallTrip, { params: { trip_id: tripId } })
          if (what === 'send') await send()
        }
        await followUp(server, tenant)
        const [dispatch] = await history()
        const messages = partner.messages()
        expect(messages.map(({ revision }) => revision)).toEqual(messages.map((_, at) => at + 1))
        const operations = messages.map(({ operation }) => operation)
        operations.forEach((operation, at) => {
          const isNew = at === 0 || operations[at - 1] === 'CANCEL'
          expect(operation === 'CREATE').toBe(isNew)
        })
        const trip = (await tripOf(tenant, tripId))!
        expect(dispatch!.is_open).toBe(trip.is_dispatched)
        expect(operations.at(-1) !== 'CANCEL').toBe(trip.is_dispatched)
        if (trip.is_dispatched) expect(messages.at(-1)!.payload.name).toBe(trip.name)
      }),
      { numRuns: 12 },
    )
  }, 120_000)
})

describe('responses of the partner', () => {
  const refused = { errors: [{ error_type: 'USER_INPUT_ERROR', error_message: 'We do not drive to Lille.' }] }

  test('DISP-4: a response with errors means failure, and its text is in the history', async () => {
    const { send, history } = await dispatchedTrip()
    server.answerWith(() => ({ status: 200, body: JSON.stringify(refused) }))
    await send()
    await server.drain()
    const [dispatch] = await history()
    expect(dispatch!.revisions).toMatchObject([{ operation: 'CREATE', status: 'FAILED', attempts: 1 }])
    expect(dispatch!.revisions[0]!.reason).toContain('We do not drive to Lille.')
  })

  test('DISP-4: a response without errors means that the message was processed', async () => {
    const { send, history } = await dispatchedTrip()
    server.answerWith(() => ({ status: 200, body: '{"errors":[]}' }))
    await send()
    await server.drain()
    expect((await history())[0]!.revisions).toMatchObject([{ status: 'SENT', reason: null }])
  })

  test('DISP-1, DISP-4: a partner who refused a trip gets it as new, not as a change', async () => {
    const { partner, send, edit } = await dispatchedTrip()
    server.answerWith(() => ({ status: 200, body: JSON.stringify(refused) }))
    await send()
    await server.drain()
    server.answerWith(() => ({}))
    await edit({ name: 'Another name' })
    expect(partner.messages().map(({ operation, revision }) => [operation, revision])).toEqual([
      ['CREATE', 1],
      ['CREATE', 2],
    ])
  })

  test('sending a message again sends the same bytes under the same id', async () => {
    const { planner, partner, send } = await dispatchedTrip()
    const { dispatch_id } = await send()
    await server.drain()
    const params = { dispatch_id, revision: 1 }
    const again = await planner(resendDispatch, { params })
    expect(again.status).toBe('PENDING')
    await server.drain()
    const [first, second] = partner.texts()
    expect(second).toBe(first)
    expect(partner.ids()[1]).toBe(partner.ids()[0])
    const kept = await planner(getDispatchRevision, { params })
    expect(kept).toMatchObject({ status: 'SENT', event_id: partner.ids()[0] })
    expect(kept.payload).toEqual(partner.messages()[0]!.payload)
  })

  test('a message that is outdated by a later one is not sent again: 409', async () => {
    const { planner, partner, send, edit } = await dispatchedTrip()
    const { dispatch_id } = await send()
    await edit({ name: 'Newer' })
    const error = await rejection(planner(resendDispatch, { params: { dispatch_id, revision: 1 } }))
    expect(error).toMatchObject({ status: 409 })
    await planner(resendDispatch, { params: { dispatch_id, revision: 2 } })
    await server.drain()
    expect(partner.messages().map(({ revision }) => revision)).toEqual([1, 2, 2])
  })
})
