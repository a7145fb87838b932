import { appendFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { baseUrl, launchBrowser, loginOf, openPage, signIn, type Visit } from '../browser.ts'
import { type Database, openDatabase } from './database.ts'
import { createHand, type Hand, type Tally } from './hand.ts'

/*
 * A day that is played: someone of one trade has aims, one after the other, on the page that stays open, and reaches each
 * with acts of the hand that are counted. What is in the database afterwards decides whether an aim was reached.
 * docs/browser-tests.md says how to write one.
 */

/** What a scenario has: the page of the day, the hand that is counted, and the database that judges the end. */
export interface Scene<World> extends Visit {
  hand: Hand
  database: Database
  /** What `prepare` has made. */
  world: World
  /** Someone of the office with a role, signed in on a page of their own that stays open. What they do counts as well. */
  office(role: string): Promise<{ page: Page; hand: Hand }>
}

/** How an aim went. */
export interface PlayedAim extends Tally {
  aim: string
  /** The most steps it may take. */
  most: number
  seconds: number
  /** Why it was not reached, each in a sentence. */
  deadEnds: string[]
}

/** One day, as `npm run days` reads it. */
export interface PlayedDay {
  day: string
  aims: PlayedAim[]
}

/** Declares an aim: what someone wants in plain words, the most steps it may take, and how it is played. */
export type DeclareAim<World> = (
  aim: string,
  budget: { steps: number },
  play: (scene: Scene<World>) => Promise<void>,
) => void

/** The screen of a telephone. */
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** Answers that the browser reports as errors though the page takes them: no session yet, and what was refused with a way on. */
const answersThatArePlayed = /status of 4(01|09|22)/

/**
 * Plays the day of someone: its aims are the tests of the file, in their order, on one page in one browser. An aim that is not
 * reached is a dead end, and the next one is played all the same.
 * @param day whose day it is, as the table calls it
 * @param options.prepare makes what the day needs, on a page of the Super admin, before it begins: nothing there is counted
 * @param options.expected answers of the server that this day asks for itself
 * @param options.isOnPhone on the screen of a telephone that is touched
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
    // Its own test: what waits for the server may do so in tests alone.
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
          // What is open would take the keys of the next aim, or of this one when it is played again.
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

/** What is made on a page of the Super admin, which is closed again. */
async function preparedBy<World>(browser: Browser, prepare: (page: Page) => Promise<World>): Promise<World> {
  const { context, page } = await openPage(browser)
  try {
    await signIn(page)
    return await prepare(page)
  } finally {
    await context.close()
  }
}

/** Hands a day to `npm run days`, which asks for it by naming a file. */
function report(day: PlayedDay): void {
  const file = process.env.DAYS_REPORT
  if (file) appendFileSync(file, `${JSON.stringify(day)}\n`)
}
