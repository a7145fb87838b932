import type { DriverDay, DriverStop } from '@cartage/contract/doors/app/driver'
import { describe, expect, test } from 'vitest'
import { allowedActs, currentVisit, type KeptAct, nextAct, type QueuedAct, shownDay } from './acts.ts'
import {
  afterDay,
  afterResults,
  clockOffset,
  filesToDrop,
  isOwnOf,
  nextBatch,
  nextFiles,
  nextOrder,
  offsetNow,
  withAct,
} from './queue.ts'
import { type ActStore, SendFailure, type SendingDoor, sendActs, sendFiles } from './sender.ts'
import { failureOf } from './server.ts'

const digest = 'a'.repeat(64)

function actOf(members: Partial<KeptAct> & { act_id: string }): KeptAct {
  const happened_at = '2026-02-02T08:00:00.000Z'
  return { kind: 'ARRIVE', stop_id: 'one', happened_at, clock_offset_ms: 0, ...members } as KeptAct
}

const photoOf = (act_id: string) => actOf({ act_id, kind: 'PHOTO', sha256: digest, document_type: 'OTHER' })
const waiting = (act: KeptAct): QueuedAct => ({ act, state: 'WAITING', reason: null })

function stopOf(stop_id: string, members: Partial<DriverStop> = {}): DriverStop {
  return {
    stop_id,
    visit_id: stop_id,
    kind: 'PICKUP',
    status: 'PLANNED',
    actual_start_at: null,
    actual_end_at: null,
    ...members,
  } as DriverStop
}

function dayOf(stops: DriverStop[], acts: DriverDay['acts'] = []): DriverDay {
  const trip = { trip_id: 't', name: 'T-1', note: '', vehicles: [], stops }
  const own_position = { is_allowed: false, is_on: false, kept_days: 90 }
  const names = {
    server_time: '',
    driver_id: 'd',
    driver_name: '',
    company_name: '',
    logo_id: null,
    office_phone: null,
  }
  return { ...names, trips: [trip], questions: [], own_position, acts }
}

const knownOf = (act_id: string, outcome: string, stop_id = 'one'): DriverDay['acts'][number] => ({
  ...{ act_id, outcome, stop_id, reason: outcome === 'REFUSED' ? 'moved' : null, sha256: null, refusal: null },
  ...{ kind: 'ARRIVE', happened_at: '2026-02-02T08:00:00Z' },
})

describe('permitted reports at a stop', () => {
  test.each([
    ['OPEN', 'PICKUP', 'ARRIVE', 'ARRIVE PHOTO REMARK'],
    ['ARRIVED', 'PICKUP', 'DONE', 'DONE LEAVE SEAL PHOTO SIGNATURE ANSWERS REMARK DEVIATION'],
    ['ARRIVED', 'OTHER', 'LEAVE', 'LEAVE SEAL PHOTO SIGNATURE ANSWERS REMARK'],
    ['DONE', 'DELIVERY', 'LEAVE', 'LEAVE SEAL PHOTO SIGNATURE ANSWERS REMARK DEVIATION'],
    ['LEFT', 'DELIVERY', undefined, 'SEAL PHOTO SIGNATURE ANSWERS REMARK DEVIATION'],
  ] as const)('%s at a stop of kind %s', (state, kind, next, allowed) => {
    const shown = { state, stop: stopOf('one', { kind }) }
    expect(allowedActs(shown).join(' ')).toBe(allowed)
    expect(nextAct(shown)).toBe(next)
  })

  test('a cancelled stop accepts a remark only', () => {
    expect(allowedActs({ state: 'OPEN', stop: stopOf('one', { status: 'CANCELLED' }) })).toEqual(['REMARK'])
  })
})

describe('the day combined with acts waiting in the phone', () => {
  test('an arrival is shown at once while offline, a refused one does not count', () => {
    const day = dayOf([stopOf('one'), stopOf('two')])
    const queue = [
      waiting(actOf({ act_id: 'a' })),
      { ...waiting(actOf({ act_id: 'b', kind: 'LEAVE' })), state: 'REFUSED' as const, reason: 'no' },
    ]
    const shown = shownDay(day, queue)
    expect(shown.trips[0]!.stops.map(({ state }) => state)).toEqual(['ARRIVED', 'OPEN'])
    expect(shown.trips[0]!.stops[0]!.arrived_at).toBe('2026-02-02T08:00:00.000Z')
    expect(shown).toMatchObject({ waiting: 1, refused: 1, elsewhere: [] })
    expect(currentVisit(shown)!.stop.stop_id).toBe('one')
  })

  test('an act known to both is shown once, with the state in the phone', () => {
    const queue: QueuedAct[] = [{ ...waiting(actOf({ act_id: 'a' })), state: 'SENT' }]
    const acts = shownDay(dayOf([stopOf('one')], [knownOf('a', 'APPLIED')]), queue).trips[0]!.stops[0]!.acts
    expect(acts.map(({ act_id, state }) => `${act_id} ${state}`)).toEqual(['a SENT'])
  })

  test('after the planner removes a stop, waiting and refused acts there stay visible, sent ones do not', () => {
    const queue = [waiting(actOf({ act_id: 'a', stop_id: 'gone' })), waiting(photoOf('p'))]
    const shown = shownDay(
      dayOf([stopOf('one')], [knownOf('r', 'REFUSED', 'gone'), knownOf('s', 'APPLIED', 'gone')]),
      queue,
    )
    expect(shown.elsewhere.map(({ act_id }) => act_id).toSorted()).toEqual(['a', 'r'])
    expect(shown.trips[0]!.stops[0]!.acts).toMatchObject([{ act_id: 'p', has_file: true }])
  })
})

describe('the queue', () => {
  test('an act is in it once; waiting acts are sent in the order they happened in', () => {
    const later = actOf({ act_id: 'b', happened_at: '2026-02-02T09:00:00.000Z' })
    const queue = withAct(withAct(withAct([], later), actOf({ act_id: 'a' })), later)
    expect(nextBatch(queue).map(({ act }) => act.act_id)).toEqual(['a', 'b'])
  })

  test('DOOR-3: a clock that was set back in between does not reverse the order', () => {
    const first = { ...waiting(actOf({ act_id: 'z', happened_at: '2026-02-02T09:00:00.000Z' })), order: 1 }
    const then = { ...waiting(actOf({ act_id: 'a' })), order: nextOrder([first]) }
    expect(nextBatch([then, first]).map(({ act }) => act.act_id)).toEqual(['z', 'a'])
    expect(nextOrder([])).toBe(1)
  })

  test('DOOR-3: a clock that was set back since it was compared is detected; one that ran on while the phone slept is not mistaken for it', () => {
    const reading = { offset: 60_000, wall: 1_000_000, steady: 500 }
    expect(offsetNow(reading, 1_010_000, 10_500)).toBe(60_000)
    expect(offsetNow(reading, 1_010_000 - 2_400_000, 10_500)).toBe(2_460_000)
    expect(offsetNow(reading, 9_000_000, 10_500)).toBe(60_000)
  })

  test('DOOR-1: acts with a file are sent separately from the others, the least failed first', () => {
    const queue = [
      { ...waiting(photoOf('p')), order: 1, attempts: 1 },
      { ...waiting(photoOf('q')), order: 2 },
    ]
    expect(nextBatch([...queue, waiting(actOf({ act_id: 'a' }))]).map(({ act }) => act.act_id)).toEqual(['a'])
    expect(nextFiles(queue).map(({ act }) => act.act_id)).toEqual(['q', 'p'])
  })

  test('DOOR-4: an act belongs to the link it was made under, and to a later link of the same driver', () => {
    const of = (token: string, driver_id?: string) => ({
      ...waiting(actOf({ act_id: 'a' })),
      owner: driver_id === undefined ? { token } : { token, driver_id },
    })
    expect([of('now'), of('old', 'ann'), of('old', 'bob'), of('old')].map(isOwnOf('now', 'ann'))).toEqual([
      ...[true, true, false, false],
    ])
    expect(isOwnOf('now', undefined)(of('old', 'ann'))).toBe(false)
    expect(isOwnOf('now', undefined)(waiting(actOf({ act_id: 'a' })))).toBe(true)
  })

  test.each([
    [429, '7', 'BUSY', 7],
    [503, null, 'BUSY', undefined],
    [502, null, 'OFFLINE', undefined],
    [401, null, 'LINK', undefined],
    [422, null, 'REFUSED', undefined],
  ])('DOOR-5: an answer %s is no lack of signal unless it is one', async (status, after, reason, retryAfter) => {
    const headers = new Headers(after === null ? [] : [['retry-after', after]])
    expect(await failureOf(new Response('{}', { status, headers }))).toMatchObject({ reason, retryAfter })
  })

  test('a file is confirmed only by its digest; another digest uploads it again', () => {
    const queue = [waiting({ ...photoOf('p'), upload_id: 'u' }), waiting({ ...photoOf('q'), upload_id: 'v' })]
    const result = { outcome: 'APPLIED', reason: null }
    const after = afterResults(queue, [
      { ...result, act_id: 'p', sha256: digest },
      { ...result, act_id: 'q', sha256: 'b'.repeat(64) },
    ])
    expect(after.map(({ state }) => state)).toEqual(['SENT', 'WAITING'])
    expect(after[1]!.act.upload_id).toBeUndefined()
    expect(filesToDrop(queue, after)).toEqual(['p'])
  })

  test.each([
    ['APPLIED', 'SENT'],
    ['KEPT', 'SENT'],
    ['REFUSED', 'REFUSED'],
    ['RETRY', 'WAITING'],
    ['SOMETHING_NEW', 'WAITING'],
  ])('%s leaves an act %s', (outcome, state) => {
    const [queued] = afterResults(
      [waiting(actOf({ act_id: 'a' }))],
      [{ act_id: 'a', outcome, reason: outcome === 'REFUSED' ? 'why' : null, sha256: null }],
    )
    expect(queued).toMatchObject({ state, reason: state === 'REFUSED' ? 'why' : null })
  })

  test('a refused act leaves the phone when the planner ran it again; a waiting one never does', () => {
    const queue: QueuedAct[] = [
      { ...waiting(photoOf('p')), state: 'REFUSED', reason: 'moved' },
      { ...waiting(actOf({ act_id: 's' })), state: 'SENT' },
      waiting(actOf({ act_id: 'w', stop_id: 'gone' })),
    ]
    expect(afterDay(queue, dayOf([], [knownOf('p', 'REFUSED')])).map(({ act }) => act.act_id)).toEqual(['p', 's', 'w'])
    const after = afterDay(queue, dayOf([], [knownOf('p', 'APPLIED'), knownOf('s', 'KEPT'), knownOf('w', 'APPLIED')]))
    expect(after.map(({ act }) => act.act_id)).toEqual(['w'])
    expect(filesToDrop(queue, after)).toEqual(['p'])
  })

  test('the clock of the server is compared with the middle of the request', () => {
    expect(clockOffset(1_000, 3_000, new Date(62_000).toISOString())).toBe(60_000)
  })
})

/** In-memory phone, and a server that accepts everything. */
function world(acts: KeptAct[]) {
  const queue = new Map(acts.map((act) => [act.act_id, waiting(act)]))
  const files = new Map(acts.filter((act) => 'sha256' in act).map(({ act_id }) => [act_id, new Blob([act_id])]))
  const taken: string[] = []
  const store: ActStore = {
    queue: async () => [...queue.values()],
    async save(changed, dropped) {
      for (const one of changed) queue.set(one.act.act_id, one)
      for (const id of dropped) files.delete(id)
    },
    file: async (id) => files.get(id),
  }
  const door: SendingDoor = {
    upload: async () => ({ upload_id: 'u', sha256: digest }),
    async report(given) {
      taken.push(...given.map(({ act_id }) => act_id))
      return given.map((act) => ({
        ...{ act_id: act.act_id, outcome: 'APPLIED', reason: null },
        sha256: 'sha256' in act ? act.sha256 : null,
      }))
    },
  }
  return { store, door, queue, files, taken }
}

/** Sends acts, then files, as the page does. */
async function sendAll(store: ActStore, door: SendingDoor): Promise<string | undefined> {
  return ((await sendActs(store, door)) ?? (await sendFiles(store, door)))?.reason
}

describe('sending', () => {
  test('acts beyond the limit of one request are sent in several, each once, and files are sent when they are confirmed', async () => {
    const acts = Array.from({ length: 120 }, (_, at) =>
      at % 10 === 0 ? photoOf(`p${at}`) : actOf({ act_id: `a${at}` }),
    )
    const { store, door, taken, files, queue } = world(acts)
    expect(await sendAll(store, door)).toBeUndefined()
    expect(new Set(taken).size).toBe(120)
    expect(taken).toHaveLength(120)
    expect(files.size).toBe(0)
    expect([...queue.values()].every(({ state }) => state === 'SENT')).toBe(true)
  })

  test('DOOR-1: if uploads fail, acts without a file are still sent, and a failing one blocks no others', async () => {
    const { store, door, taken, queue } = world([photoOf('bad'), actOf({ act_id: 'a' }), photoOf('p'), photoOf('q')])
    const down = { ...door, upload: () => Promise.reject(new SendFailure('BUSY', '500')) }
    expect(await sendAll(store, down)).toBe('BUSY')
    expect(taken).toEqual(['a'])
    const choosy: SendingDoor = {
      ...door,
      async upload(file, stopId) {
        if ((await file.text()) === 'bad') throw new SendFailure('OFFLINE')
        return await door.upload(file, stopId)
      },
    }
    expect(await sendAll(store, choosy)).toBe('OFFLINE')
    expect(taken.toSorted()).toEqual(['a', 'p', 'q'])
    expect(queue.get('bad')).toMatchObject({ state: 'WAITING', attempts: 2 })
  })

  test('DOOR-5: a server that requests a pause gets no other file', async () => {
    const { store, door } = world([photoOf('p'), photoOf('q')])
    let uploads = 0
    const busy: SendingDoor = {
      ...door,
      async upload() {
        uploads += 1
        throw new SendFailure('BUSY', '429', 3)
      },
    }
    expect(await sendFiles(store, busy)).toMatchObject({ reason: 'BUSY', retryAfter: 3 })
    expect(uploads).toBe(1)
  })

  test('a lost response: nothing is dropped, and the same act is sent again with the same upload', async () => {
    const { store, door, files, queue } = world([photoOf('p')])
    const cut = { ...door, report: () => Promise.reject(new SendFailure('OFFLINE')) }
    expect(await sendAll(store, cut)).toBe('OFFLINE')
    expect(queue.get('p')).toMatchObject({ state: 'WAITING', act: { upload_id: 'u' } })
    expect(files.size).toBe(1)
    const again = { ...door, upload: () => Promise.reject(new Error('it is uploaded already')) }
    expect(await sendAll(store, again)).toBeUndefined()
    expect(files.size).toBe(0)
  })

  test('a file that the server never accepts stays in the phone and blocks nothing else', async () => {
    const { store, door, files, queue, taken } = world([photoOf('p'), actOf({ act_id: 'a' })])
    const strict = { ...door, upload: () => Promise.reject(new SendFailure('REFUSED', 'too large')) }
    expect(await sendAll(store, strict)).toBeUndefined()
    expect(queue.get('p')).toMatchObject({ state: 'REFUSED', reason: 'too large' })
    expect(files.size).toBe(1)
    expect(taken).toEqual(['a'])
  })

  test('a file changed in transit is uploaded again later; a link that is over stops everything', async () => {
    const { store, door, queue } = world([photoOf('p')])
    const broken = { ...door, upload: async () => ({ upload_id: 'u', sha256: 'b'.repeat(64) }) }
    expect(await sendAll(store, broken)).toBe('OFFLINE')
    expect(queue.get('p')!.act.upload_id).toBeUndefined()
    const over = { ...door, report: () => Promise.reject(new SendFailure('LINK')) }
    expect(await sendAll(store, over)).toBe('LINK')
    expect(queue.get('p')!.state).toBe('WAITING')
  })

  test('acts that the server cannot accept now are tried once a round', async () => {
    const { store, door, taken } = world([actOf({ act_id: 'a' })])
    const busy: SendingDoor = {
      ...door,
      async report(given) {
        taken.push(...given.map(({ act_id }) => act_id))
        return given.map(({ act_id }) => ({ act_id, outcome: 'RETRY', reason: null, sha256: null }))
      },
    }
    expect(await sendAll(store, busy)).toBeUndefined()
    expect(taken).toEqual(['a'])
  })
})
