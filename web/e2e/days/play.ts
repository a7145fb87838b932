import { appendFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { baseUrl, launchBrowser, loginOf, openPage, signIn, type Visit } from '../browser.ts'
import { type Database, openDatabase } from './database.ts'
import { createHand, type Hand, type Tally } from './hand.ts'

/*
 * A day in the browser: a user pursues aims one after the other, on a page that stays open, with counted actions. The
 * database afterwards decides whether an aim was reached. docs/browser-tests.md explains how to write one.
 */

/** Context of a scenario: the page of the day, the counting hand, and the database for the result. */
export interface Scene<World> extends Visit {
  hand: Hand
  database: Database
  /** Result of `prepare`. */
  world: World
  /** Another signed-in office user with a role, on a separate page that stays open. Their actions count too. */
  office(role: string): Promise<{ page: Page; hand: Hand }>
}

/** Result of an aim. */
export interface PlayedAim extends Tally {
  aim: string
  /** Maximum number of steps. */
  most: number
  seconds: number
  /** Why it was not reached, one sentence each. */
  deadEnds: string[]
}

/** One day, as `npm run days` reads it. */
export interface PlayedDay {
  day: string
  aims: PlayedAim[]
}

/** Declares an aim: the user's goal in plain words, the maximum number of steps, and how it is played. */
export type DeclareAim<World> = (
  aim: string,
  budget: { steps: number },
  play: (scene: Scene<World>) => Promise<void>,
) => void

/** Phone screen. */
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** Expected responses that the browser reports as errors: no session yet, and refusals with a way forward. */
const answersThatArePlayed = /status of 4(01|09|22)/

/**
 * Plays a user's day: its aims are the tests of the file, in order, on one page of one browser. An aim that is not
 * reached is a dead end, and the next one is played anyway.
 * @param day name of the user's day in the table
 * @param options.prepare creates the day's data beforehand, uncounted, on a page of the Super admin
 * @param options.expected error responses that this day provokes
 * @param options.isOnPhone on a phone's touch screen
 * @param write declares the aims
 */
export function playDay<World = undefined>(
  day: string,
  options: { prepare?: (page: Page) => Promise<World>; expected?: RegExp; withWebGl?: boolean; isOnPhone?: boolean },
  write: (aim: DeclareAim<World>) => void,
): void {
  describe.skipIf(baseUrl === '')(day, { timeout: 120_000 }, () => {
    let browser: Browser
    let visit: Visit
    let database: Database
    let world: World
    const aims = new Map<string, PlayedAim>()
    const offices = new Map<string, Visit>()
    const officeOf = async (role: string) => {
      const open = offices.get(role) ?? (await openPage(browser))
      if (!offices.has(role)) await signIn(open.page, loginOf(role))
      offices.set(role, open)
      return open.page
    }
    beforeAll(async () => {
      browser = await launchBrowser(options)
      visit = await openPage(browser, options.isOnPhone ? phone : {})
      await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseUrl })
      database = await openDatabase()
    }, 60_000)
    afterAll(async () => {
      report({ day, aims: [...aims.values()] })
      await database?.close()
      await browser?.close()
    })
    // A separate test, because waiting for the server is only allowed within tests.
    if (options.prepare) {
      test('is prepared', async () => {
        world = await preparedBy(browser, options.prepare!)
      })
    }
    write((aim, { steps: most }, play) =>
      test(aim, async () => {
        const tally: Tally = { steps: 0, clicks: 0, keys: 0 }
        const played: PlayedAim = { aim, most, seconds: 0, deadEnds: [], ...tally }
        aims.set(aim, played)
        const complaintsBefore = visit.watch.complaints.length
        const began = performance.now()
        try {
          await play({
            ...{ ...visit, database, world, hand: createHand(visit.page, tally) },
            async office(role) {
              const page = await officeOf(role)
              return { page, hand: createHand(page, tally) }
            },
          })
        } catch (error) {
          played.deadEnds.push(error instanceof Error ? error.message : String(error))
          // An open dialog or menu would take the keys of the next aim, or of this one when repeated.
          await visit.page.keyboard.press('Escape')
          throw error
        } finally {
          Object.assign(played, tally, { seconds: (performance.now() - began) / 1_000 })
        }
        expect(played.steps, `steps of “${aim}”, which may take ${most}`).toBeLessThanOrEqual(most)
        const complaints = visit.watch.complaints.slice(complaintsBefore)
        const others = [...offices.values()].flatMap(({ watch }) => watch.complaints.splice(0))
        const unexpected = [...complaints, ...others].filter((line) => {
          return !answersThatArePlayed.test(line) && !options.expected?.test(line)
        })
        expect(unexpected, 'policy violations and errors of the console').toEqual([])
        expect(visit.watch.outside, 'requests that left the origin').toEqual([])
      }),
    )
  })
}

/** Runs the preparation on a page of the Super admin, which is then closed. */
async function preparedBy<World>(browser: Browser, prepare: (page: Page) => Promise<World>): Promise<World> {
  const { context, page } = await openPage(browser)
  try {
    await signIn(page)
    return await prepare(page)
  } finally {
    await context.close()
  }
}

/** Reports a day to `npm run days`, which requests it by naming a file. */
function report(day: PlayedDay): void {
  const file = process.env.DAYS_REPORT
  if (file) appendFileSync(file, `${JSON.stringify(day)}\n`)
}
