import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { Call } from '../../../contract/src/client.ts'
import { getPlanningBoard } from '../../../contract/src/planning/app/board.ts'
import { givePlanningCommand } from '../../../contract/src/planning/app/commands.ts'
import { signIn } from '../../e2e-world.ts'
import { basicOf, type Scratch } from '../../scratch.ts'
import { adminOf, type Desk, fillBoard, firstDay } from '../verdict.ts'
import { quantile } from './server.ts'

/** Waiting times of planners on a full board, in milliseconds. */
export interface BoardFigures {
  /** From the page request to the first bar, median of several fresh browsers. */
  firstPaint: number
  /** Work of the page per frame during a drag, 95th percentile. */
  dragFrame: number
  /** Frames per second during a drag. */
  dragRate: number
  /** From the verdict request to its response during a drag, 95th percentile. */
  verdict: number
  verdicts: number
  /** From a move in one session to its bar in another browser, the longest of several. */
  seen: number
  /** Longest gap between two frames while other planners move trips. */
  longestFrame: number
  /** Moves of others per second carried out meanwhile. */
  moves: number
}

/** Size of the board, and duration of the measurement. */
export interface BoardPlan {
  vehicles: number
  trips: number
  rounds: number
  /** Positions of a drag in each round. */
  steps: number
  /** Seconds during which others move trips, and moves per second. */
  seconds: number
  movesPerSecond: number
}

/** Current start of each trip. */
type Starts = Map<string, number>

const quarter = 15 * 60_000
const address = '/planning?zoom=week&from=2026-11-23'

/** Fills a board of a week and uses it as planners do. */
export async function measureBoard(executablePath: string, scratch: Scratch, plan: BoardPlan): Promise<BoardFigures> {
  const desk = await createDesk(scratch)
  try {
    const call = await adminOf(desk, 0)
    await fillBoard(desk, call, { ...plan, days: 7, ordersPerTrip: 1 })
    return await measureDesk(executablePath, desk, plan)
  } finally {
    await desk.client.end()
  }
}

/** Measures a filled board. */
export async function measureDesk(
  executablePath: string,
  desk: Omit<Desk, 'client'>,
  plan: BoardPlan,
): Promise<BoardFigures> {
  const call = await adminOf(desk, 0)
  const query = { from: new Date(firstDay).toISOString(), to: new Date(firstDay + 7 * 86_400_000).toISOString() }
  const { trips } = await call(getPlanningBoard, { query })
  const starts = new Map(trips.map(({ trip_id, starts_at }) => [trip_id, Date.parse(starts_at!)]))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    return await measure(browser, desk, call, starts, plan)
  } finally {
    await browser.close()
  }
}

/** Tenant with its own board. */
export async function createDesk(scratch: Scratch): Promise<Desk> {
  const facts = await scratch.createTenant('board', '--no-limits')
  const place = JSON.parse(readFileSync(join(scratch.env.DATA_DIR!, 'database.json'), 'utf8')) as pg.ClientConfig
  const client = new pg.Client(place)
  await client.connect()
  const answer = await fetch(`${scratch.baseUrl}/v1/auth/token`, {
    method: 'POST',
    headers: { authorization: basicOf(facts.api_client) },
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  return { url: scratch.baseUrl, tokens: [access_token], tenants: [facts], client }
}

async function measure(
  browser: Browser,
  desk: Omit<Desk, 'client'>,
  call: Call,
  starts: Starts,
  plan: BoardPlan,
): Promise<BoardFigures> {
  const cookies = (await signIn(desk.url, desk.tenants[0]!.user)).split('; ').map((one) => {
    const [name, ...value] = one.split('=')
    return { name: name!, value: value.join('='), url: desk.url }
  })
  const open = async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies(cookies)
    await context.addInitScript(noteFrames)
    const page = await context.newPage()
    await page.goto(desk.url + address, { waitUntil: 'commit' })
    await page.locator('.board-bar').first().waitFor()
    return { page, ms: await page.evaluate(() => performance.now()) }
  }
  const times: number[] = []
  for (let round = 0; round < plan.rounds; round += 1) {
    const { page, ms } = await open()
    times.push(ms)
    await page.context().close()
  }
  const { page } = await open()
  await page.waitForTimeout(3_000)
  const drag = await dragAround(page, plan)
  const seen = await seenMoves(page, call, starts)
  const live = await liveMoves(page, call, starts, plan)
  return { firstPaint: quantile(times, 0.5), ...drag, seen, ...live }
}

declare global {
  interface Window {
    /** Work of the page in each frame with pointer movement. */
    workOfFrames: number[]
    /** Between two frames. */
    frameGaps: number[]
  }
}

function noteFrames(): void {
  window.workOfFrames = []
  window.frameGaps = []
  let began: number | undefined
  window.addEventListener(
    'pointermove',
    () => {
      if (began !== undefined) return
      began = performance.now()
      requestAnimationFrame(() => {
        // Runs after everything that the frame draws.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          window.workOfFrames.push(performance.now() - began!)
          began = undefined
        }
        port2.postMessage(0)
      })
    },
    { capture: true },
  )
  let last = 0
  const frame = (at: number) => {
    if (last > 0) window.frameGaps.push(at - last)
    last = at
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

/** Drags an unplanned order back and forth over the rows. */
async function dragAround(
  page: Page,
  { rounds, steps }: BoardPlan,
): Promise<Pick<BoardFigures, 'dragFrame' | 'dragRate' | 'verdict' | 'verdicts'>> {
  const card = (await page.locator('[data-order]').first().boundingBox())!
  const rows = (await page.getByRole('region', { name: 'Planning board' }).boundingBox())!
  await page.evaluate(() => {
    window.workOfFrames = []
    window.frameGaps = []
    performance.clearResourceTimings()
    performance.setResourceTimingBufferSize(5_000)
  })
  await page.mouse.move(card.x + 40, card.y + 20)
  await page.mouse.down()
  for (let round = 0; round < rounds; round += 1) {
    for (let step = 0; step < steps; step += 1) {
      const [x, y] = [(step * 37) % (rows.width - 320), (step * 53 + round * 17) % (rows.height - 160)]
      await page.mouse.move(rows.x + 260 + x, rows.y + 100 + y, { steps: 2 })
    }
  }
  await page.keyboard.press('Escape')
  await page.mouse.up()
  const { work, gaps, verdicts } = await page.evaluate(() => ({
    work: window.workOfFrames,
    gaps: window.frameGaps,
    verdicts: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('/app/planning/commands'))
      .map(({ duration }) => duration),
  }))
  const dragRate = (gaps.length * 1_000) / gaps.reduce((sum, gap) => sum + gap, 0)
  return { dragFrame: quantile(work, 0.95), dragRate, verdict: quantile(verdicts, 0.95), verdicts: verdicts.length }
}

/** Moves single trips in another session, and waits for each in the browser. */
async function seenMoves(page: Page, call: Call, starts: Starts): Promise<number> {
  const bars = page.locator('.board-bar')
  const shown = await bars.evaluateAll((all) => all.map((bar) => (bar as HTMLElement).dataset.trip!))
  const times: number[] = []
  for (const tripId of [...new Set(shown)].filter((id) => starts.has(id)).slice(0, 10)) {
    const title = await page.locator(`[data-trip="${tripId}"]`).first().getAttribute('title')
    const began = performance.now()
    await move(call, starts, tripId, quarter)
    await page.waitForFunction(
      ([id, before]) => document.querySelector(`[data-trip="${id}"]`)?.getAttribute('title') !== before,
      [tripId, title] as const,
      { polling: 20 },
    )
    times.push(performance.now() - began)
  }
  return Math.max(...times)
}

/** Moves trips back and forth in another session, at a given rate. */
async function liveMoves(
  page: Page,
  call: Call,
  starts: Starts,
  { seconds, movesPerSecond }: BoardPlan,
): Promise<Pick<BoardFigures, 'longestFrame' | 'moves'>> {
  const trips = [...starts.keys()]
  await page.evaluate(() => {
    window.frameGaps = []
  })
  const moves = seconds * movesPerSecond
  const began = performance.now()
  const under: Promise<void>[] = []
  for (let turn = 0; turn < moves; turn += 1) {
    const wait = began + (turn * 1_000) / movesPerSecond - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    under.push(move(call, starts, trips[(turn * 37) % trips.length]!, turn % 2 === 0 ? quarter : -quarter))
    // Limits concurrent moves to what planners would produce.
    if (under.length >= 8) await under.shift()
  }
  await Promise.all(under)
  const lasted = (performance.now() - began) / 1_000
  await page.waitForTimeout(1_500)
  const gaps = await page.evaluate(() => window.frameGaps)
  return { longestFrame: Math.max(...gaps), moves: moves / lasted }
}

async function move(call: Call, starts: Starts, trip_id: string, by: number): Promise<void> {
  const start = starts.get(trip_id)! + by
  starts.set(trip_id, start)
  const starts_at = new Date(start).toISOString()
  await call(givePlanningCommand, { body: { kind: 'PLACE', trip_id, starts_at, override: { reason: 'bench' } } })
}
