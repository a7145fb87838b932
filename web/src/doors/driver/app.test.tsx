import type { DriverOwnHours } from '@cartage/contract/doors/app/driver'
import { languageNames } from '@cartage/contract/reading/languages'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { day, memoryPhone, open, place, stop, trip, worldOf } from '../../testing/driver-phone.tsx'
import { activityLabel, crossingLabel, navigationLink } from './labels.ts'
import { SendFailure } from './sender.ts'
import { texts as en } from './texts/en.ts'
import { textsOf } from './texts.ts'

afterEach(cleanup)

const spent = { driving_minutes: 180, planned_minutes: 300, limit_minutes: 540 }
const ownHours: DriverOwnHours = {
  ...{ as_of: '2026-02-02T07:00:00Z', source: 'CARD', known_until: '2026-02-02T07:00:00Z' },
  ...{ today: { ...spent, longest_minutes: 600 }, week: { ...spent, limit_minutes: 3_360 }, until_break_minutes: 90 },
  ...{ fortnight: { ...spent, limit_minutes: 5_400 }, last_weekly_rest: null, resting_since: null },
  ...{ rest_by: '2026-02-02T19:00:00Z', weekly_rest_by: '2026-02-07T05:00:00Z', next_pause: null },
}

test('LINK-7: the logo of the haulier is read once, shown offline, and gone after its removal', async () => {
  const given = worldOf()
  given.world.day = { ...day, logo_id: 'l1' }
  const shown = () => document.querySelector('img')?.getAttribute('src')
  const { phone, model } = await open(given)
  await waitFor(() => expect(shown()).toBe('data:image/png;base64,AAAA'))
  await model.sync()
  expect(given.world.logos).toBe(1)

  cleanup()
  given.world.isReached = false
  const { model: reopened } = await open(given, phone)
  await waitFor(() => expect(shown()).toBe('data:image/png;base64,AAAA'))

  given.world.isReached = true
  given.world.day = day
  await reopened.sync()
  await waitFor(() => expect(shown()).toBeUndefined())
})

test('HOURS-5: the driver sees the remaining driving time, also offline, and not once the link is over', async () => {
  const given = worldOf()
  given.world.hours = ownHours
  const { phone } = await open(given)
  const card = within(await screen.findByRole('region', { name: 'Driving time' }))
  expect(card.getByText('3 h of 9 h, 6 h left')).toBeDefined()
  expect(card.getByText('1 h 30')).toBeDefined()
  expect(card.getByText(/^Driver card until Mon/)).toBeDefined()

  cleanup()
  given.world.isReached = false
  await open(given, phone)
  expect(await screen.findByRole('region', { name: 'Driving time' })).toBeDefined()
})

test('an arrival is shown at once while offline, survives closing the tab, and is sent once there is a signal', async () => {
  const given = worldOf()
  const { user, phone, model } = await open(given)
  await user.click(await screen.findByRole('button', { name: /Depot/ }))
  expect(screen.getByRole('link', { name: 'Navigate' }).getAttribute('href')).toContain('geo:51.05,3.72')
  expect(screen.getByText('12 × pallet')).toBeDefined()
  given.world.isReached = false
  await user.click(screen.getByRole('button', { name: 'Arrived' }))
  await user.click(await screen.findByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Waiting for signal')).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Unloading done' })).toBeDefined()
  await waitFor(() => expect(screen.getByText('No signal')).toBeDefined())
  expect(given.world.taken).toEqual([])

  cleanup()
  given.world.isReached = true
  const { model: reopened } = await open(given, phone)
  await waitFor(() => expect(given.world.taken).toEqual(['ARRIVE']))
  expect(reopened.snapshot().shown.waiting).toBe(0)
  await model.sync()
  expect(given.world.taken).toEqual(['ARRIVE'])
})

test('a trip over several days shows the day of each stop that differs from the previous one', async () => {
  const given = worldOf()
  const at = (stop_id: string, planned_start_at: string | null) => ({
    ...stop,
    stop_id,
    visit_id: stop_id,
    planned_start_at,
  })
  const stops = [
    at('s1', '2026-02-02T08:00:00Z'),
    at('s2', '2026-02-02T10:00:00Z'),
    at('s3', null),
    at('s4', '2026-02-02T23:30:00Z'),
    at('s5', '2026-02-03T08:00:00Z'),
  ]
  given.world.day = { ...day, trips: [{ ...trip, stops }] }
  const { user } = await open(given)
  expect((await screen.findAllByRole('heading', { level: 2 }))[0]!.textContent).toBe('Mon 2 February')
  const lines = [...document.querySelectorAll('.stops > li')].map(({ className, textContent }) =>
    className === 'stop-day' ? textContent : textContent?.slice(0, 5),
  )
  expect(lines).toEqual(['09:00', '11:00', expect.any(String), 'Tue 3 February', '00:30', '09:00'])
  await user.click(screen.getByRole('button', { name: /00:30/ }))
  expect(screen.getByText(/^Unload · Tue 3 February 00:30/)).toBeDefined()
})

test('CROSS-6: a ferry is shown in the language of the driver, in the time of its port; a change of it is marked as new', async () => {
  const ferry = { kind: 'FERRY', minutes: 450, departs_at: '2026-02-02T22:30:00Z', berth: 'CABIN', line: 'Stena Line' }
  const at = (stop_id: string, activity_label: string) => {
    return { ...stop, stop_id, visit_id: stop_id, kind: 'OTHER', activity_label } as const
  }
  const dayWith = (minutes: number) => {
    const boarding = { ...at('s1', 'Board ferry'), crossing: { ...ferry, minutes, lands_stop_id: 's2' } }
    return { ...day, trips: [{ ...trip, stops: [boarding, at('s2', 'Leave ferry')] }] }
  }
  const given = worldOf()
  given.world.day = dayWith(450)
  const { user, model, phone } = await open(given)
  expect(await screen.findByText('Board ferry · Ghent')).toBeDefined()
  expect(screen.getByText('Leave ferry · Ghent')).toBeDefined()
  const line = 'Ferry Stena Line · 7 h 30 · departs Mon 2 February 23:30 · cabin'
  expect(screen.getByText(line)).toBeDefined()
  await user.click(screen.getByRole('button', { name: /Board ferry/ }))
  expect(screen.getByText(line)).toBeDefined()
  given.world.day = dayWith(480)
  await model.sync()
  cleanup()
  await open(given, phone)
  expect(await screen.findByText('New')).toBeDefined()
  const de = await textsOf('de')
  const stopIn = dayWith(450).trips[0]!.stops[0]!
  expect(activityLabel(stopIn, de)).toBe('Auf die Fähre')
  const inGerman = (now: string) => crossingLabel(stopIn, { texts: de, language: 'de', now: new Date(now) })
  expect(inGerman('2026-02-02T12:00:00Z')).toBe('Fähre Stena Line · 7 h 30 · ab 23:30 · Kabine')
  expect(inGerman('2026-02-01T12:00:00Z')).toBe('Fähre Stena Line · 7 h 30 · ab morgen 23:30 · Kabine')
})

test('HOURS-9: the driver reads that the next rest is aboard', async () => {
  const given = worldOf()
  const next_pause = { kind: 'DAILY_REST', start_at: '2026-02-02T20:00:00Z', end_at: '2026-02-03T07:00:00Z' } as const
  given.world.hours = { ...ownHours, next_pause: { ...next_pause, is_aboard: true } }
  await open(given)
  const card = within(await screen.findByRole('region', { name: 'Driving time' }))
  expect(card.getByText(/, aboard$/)).toBeDefined()
})

test('refused reports stay visible with the reason, until the driver removes them', async () => {
  const given = worldOf({ refuses: true })
  const { user, phone } = await open(given)
  await user.click(await screen.findByRole('button', { name: /Depot/ }))
  await user.click(screen.getByRole('button', { name: 'Remark' }))
  await user.type(screen.getByRole('textbox'), 'Dock is closed')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const line = (await screen.findByText('Not your stop.')).closest('li')!
  await user.click(within(line).getByRole('button', { name: 'Remove' }))
  await user.click(within(line).getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(screen.queryByText('Not your stop.')).toBeNull())
  expect(phone.acts.size).toBe(0)
})

test('LINK-3: a link that is over shows this, keeps waiting reports and deletes the day', async () => {
  const given = worldOf()
  const { model, phone } = await open({
    ...given,
    connect: (token) => ({ ...given.connect(token), report: () => Promise.reject(new SendFailure('LINK')) }),
  })
  await model.act({ kind: 'ARRIVE', stop_id: 's1' })
  expect((await screen.findByRole('alert')).textContent).toContain('no longer works')
  expect(phone.acts.size).toBe(1)
  expect(await phone.read('day')).toBeUndefined()
  expect(screen.queryByRole('button', { name: /Depot/ })).toBeNull()
})

test('every language has every text with its placeholders', async () => {
  for (const language of Object.keys(languageNames) as (keyof typeof languageNames)[]) {
    const texts = await textsOf(language)
    for (const [name, text] of Object.entries(en)) {
      const values = (one: string) => (one.match(/\{\w+\}/g) ?? []).join()
      expect(values(texts[name as keyof typeof en]), `${language} ${name}`).toBe(values(text))
    }
    expect(new Set(Object.values(texts)).size).toBeGreaterThan(50)
  }
})

test('navigation opens the coordinates, else the address, in the app of the phone', () => {
  const without = { place: { ...place, latitude: null, longitude: null } }
  expect(navigationLink({ place }, false)).toBe('geo:51.05,3.72?q=51.05,3.72(Depot)')
  expect(navigationLink({ place }, true)).toBe('maps://?daddr=51.05,3.72')
  expect(navigationLink(without, false)).toBe('geo:0,0?q=Kaai%201%2C%20BE%209000%20Ghent')
})

/** Fake geolocation. */
function satellites() {
  let take: PositionCallback | undefined
  let fail: PositionErrorCallback | null | undefined
  return {
    isWatching: () => take !== undefined,
    at: (latitude: number, ago: number) =>
      take?.({ timestamp: Date.now() - ago, coords: { latitude, longitude: 4, accuracy: 12 } } as GeolocationPosition),
    deny: () => fail?.({ code: 1 } as GeolocationPositionError),
    geolocation: {
      getCurrentPosition: () => {},
      watchPosition(onTake: PositionCallback, onFail?: PositionErrorCallback | null) {
        take = onTake
        fail = onFail
        return 1
      },
      clearWatch() {
        take = undefined
      },
    } as Geolocation,
  }
}

const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const today = { ...stop, planned_start_at: soon(30), planned_end_at: soon(60) }
const sharedDay = {
  ...{ ...day, trips: [{ ...trip, stops: [today] }] },
  own_position: { is_allowed: true, is_on: false, kept_days: 90 },
}

test('LINK-10: sharing the position is off until the driver turns it on, explains what is sent to whom and for how long, and waits for a signal', async () => {
  const given = worldOf()
  given.world.day = sharedDay
  const sky = satellites()
  const { user, model, phone } = await open(given, memoryPhone(), sky)
  const button = await screen.findByRole('switch', { name: 'Share my position' })
  expect(button.getAttribute('aria-checked')).toBe('false')
  expect(screen.getByText(/sends its position to Haulier .* customers do not.* 90 days/)).toBeDefined()
  expect(sky.isWatching()).toBe(false)
  given.world.isReached = false
  await user.click(button)
  await waitFor(() => expect(sky.isWatching()).toBe(true))
  sky.at(51, -1_000)
  await waitFor(async () => expect((await phone.read('fixes'))?.length).toBe(1))
  sky.at(51.0001, -2_000)
  sky.at(50, 60_000)
  sky.at(51.01, -40_000)
  await waitFor(async () => expect((await phone.read('fixes'))?.length).toBe(2))
  expect(given.world.fixes).toEqual([])
  given.world.isReached = true
  await model.sync()
  expect(given.world.decisions).toEqual([true])
  expect(given.world.fixes.map(({ latitude, accuracy_m }) => [latitude, accuracy_m])).toEqual([
    [51, 12],
    [51.01, 12],
  ])
  expect(screen.getByText('Your position is being sent.')).toBeDefined()
  await user.click(screen.getByRole('switch'))
  await waitFor(() => expect(given.world.decisions).toEqual([true, false]))
  expect(sky.isWatching()).toBe(false)
})

test('LINK-10: waiting positions are deleted when the driver turns it off, and turning it off on another phone applies here too', async () => {
  const given = worldOf()
  given.world.day = sharedDay
  const sky = satellites()
  const { user, model, phone } = await open(given, memoryPhone(), sky)
  await user.click(await screen.findByRole('switch'))
  await waitFor(() => expect(given.world.decisions).toEqual([true]))
  given.world.isReached = false
  sky.at(51, -1_000)
  await waitFor(async () => expect((await phone.read('fixes'))?.length).toBe(1))
  await user.click(screen.getByRole('switch'))
  await waitFor(async () => expect((await phone.read('fixes'))?.length).toBe(0))
  given.world.isReached = true
  await user.click(screen.getByRole('switch'))
  await waitFor(() => expect(given.world.decisions.at(-1)).toBe(true))
  expect(given.world.fixes).toEqual([])
  given.world.day = sharedDay
  await model.sync()
  expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false')
  expect(sky.isWatching()).toBe(false)
})

test('LINK-11: positions are not watched outside of a trip, and leaving the last stop ends it, also offline', async () => {
  const given = worldOf()
  given.world.day = { ...sharedDay, trips: [{ ...trip, stops: [{ ...today, planned_start_at: soon(90) }] }] }
  const sky = satellites()
  const { user, model } = await open(given, memoryPhone(), sky)
  await user.click(await screen.findByRole('switch'))
  expect(await screen.findByText('On. Nothing is sent outside of a trip.')).toBeDefined()
  expect(sky.isWatching()).toBe(false)
  given.world.day = { ...sharedDay, own_position: { ...sharedDay.own_position, is_on: true } }
  await model.sync()
  expect(sky.isWatching()).toBe(true)
  given.world.isReached = false
  for (const kind of ['ARRIVE', 'LEAVE'] as const) await model.act({ kind, stop_id: 's1' })
  await new Promise((resolve) => setTimeout(resolve, 5))
  await model.act({ kind: 'REMARK', stop_id: 's1', text: 'Home.' })
  expect(sky.isWatching()).toBe(false)
})

test('a browser that blocks the location is explained, with advice', async () => {
  const given = worldOf()
  given.world.day = sharedDay
  const sky = satellites()
  const { user } = await open(given, memoryPhone(), sky)
  await user.click(await screen.findByRole('switch'))
  await waitFor(() => expect(sky.isWatching()).toBe(true))
  sky.deny()
  expect(await screen.findByText(/Allow location for this page/)).toBeDefined()
})
