import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { signIn } from '../../e2e-world.ts'
import { basicOf, type Scratch, type TenantFacts } from '../../scratch.ts'
import { quantile } from './server.ts'

/** Smoothness of the live map, in milliseconds. */
export interface MapFigures {
  vehicles: number
  /** From the page request to the map with its vehicles. */
  drawn: number
  /** Longest task of the page, and 95th percentile of frames, while panning and while positions arrive. */
  panning: Smoothness
  live: Smoothness
  /** Response times of the server: all vehicles, and changes. */
  listMs: number
  changesMs: number
}

export interface Smoothness {
  longestTask: number
  frame: number
}

const positionsPerSecond = 50

/** Opens the live map of a fleet and pans it while positions arrive. */
export async function measureMap(
  executablePath: string,
  scratch: Scratch,
  tenant: TenantFacts,
  { vehicles, seconds }: { vehicles: number; seconds: number },
): Promise<MapFigures> {
  const names = await createFleet(scratch, tenant, vehicles)
  for (const minutesAgo of [5, 0]) await report(scratch, tenant, names, minutesAgo)
  const cookie = await signIn(scratch.baseUrl, tenant.user)
  const timed = async (path: string) => {
    const began = performance.now()
    const answer = await fetch(`${scratch.baseUrl}${path}`, { headers: { cookie } })
    const { version } = (await answer.json()) as { version: string }
    return { ms: performance.now() - began, version }
  }
  const list = await timed('/app/map/vehicles')
  const changes = await timed(`/app/positions?since=${encodeURIComponent(list.version)}`)
  // Without a graphics card, a millisecond of drawing on a planner's machine takes ten here.
  const args = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
  const browser = await chromium.launch({ executablePath, args })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    for (const one of cookie.split('; ')) {
      const [name, ...value] = one.split('=')
      await context.addCookies([{ name: name!, value: value.join('='), url: scratch.baseUrl }])
    }
    await context.addInitScript(noteTasks)
    const page = await context.newPage()
    await page.goto(`${scratch.baseUrl}/map`, { waitUntil: 'commit' })
    await page.locator('[data-map=drawn]').waitFor()
    const drawn = await page.evaluate(() => performance.now())
    await page.getByRole('option').first().waitFor()
    await page.waitForTimeout(2_000)
    const panning = await smoothness(page, () => pan(page, seconds))
    const live = await smoothness(page, () => reportFor(scratch, tenant, names, seconds))
    return { vehicles, drawn, panning, live, listMs: list.ms, changesMs: changes.ms }
  } finally {
    await browser.close()
  }
}

declare global {
  interface Window {
    longestTask: number
    frameTimes: number[]
  }
}

/** Records tasks that blocked drawing, and the time between frames. */
function noteTasks(): void {
  window.longestTask = 0
  window.frameTimes = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration)
  }).observe({ type: 'longtask' })
  let last = performance.now()
  const tick = () => {
    const now = performance.now()
    window.frameTimes.push(now - last)
    last = now
    requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
}

async function smoothness(page: Page, act: () => Promise<unknown>): Promise<Smoothness> {
  await page.evaluate(() => {
    window.longestTask = 0
    window.frameTimes = []
  })
  await act()
  const { longestTask, frames } = await page.evaluate(() => ({
    longestTask: window.longestTask,
    frames: window.frameTimes,
  }))
  return { longestTask, frame: quantile(frames, 0.95) }
}

async function pan(page: Page, seconds: number): Promise<void> {
  const until = Date.now() + seconds * 1_000
  for (let turn = 0; Date.now() < until; turn += 1) {
    const direction = turn % 2 === 0 ? 1 : -1
    await page.mouse.move(900, 450)
    await page.mouse.down()
    await page.mouse.move(900 + direction * 250, 450 + direction * 120, { steps: 20 })
    await page.mouse.up()
  }
}

async function reportFor(scratch: Scratch, tenant: TenantFacts, names: readonly string[], seconds: number) {
  for (let second = 0; second < seconds; second += 1) {
    const first = (second * positionsPerSecond) % names.length
    await Promise.all([report(scratch, tenant, names.slice(first, first + positionsPerSecond), 0), sleep(1_000)])
  }
}

async function post(scratch: Scratch, path: string, authorization: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${scratch.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
  return await answer.json()
}

/** Own tractors, spread over Europe. */
async function createFleet(scratch: Scratch, tenant: TenantFacts, count: number): Promise<string[]> {
  const token = (await post(scratch, '/v1/auth/token', basicOf(tenant.api_client))) as { access_token: string }
  const names = Array.from({ length: count }, (_, index) => `Map ${index}`)
  const create = (name: string) =>
    post(scratch, '/v1/resources/resource', `Bearer ${token.access_token}`, { name, tractor: { license_plate: name } })
  for (let first = 0; first < count; first += 10) await Promise.all(names.slice(first, first + 10).map(create))
  return names
}

async function report(scratch: Scratch, tenant: TenantFacts, names: readonly string[], minutesAgo: number) {
  const at = Date.now() - minutesAgo * 60_000
  const updates = names.map((name) => {
    const number = Number(name.slice(4))
    // Each on its own line through Europe, at about 70 km/h.
    const along = ((at / 1_000) % 3_600) * 0.0002
    const place = { latitude: 46 + (number % 25) / 3 + along, longitude: 1 + ((number * 7) % 90) / 6 }
    return {
      tracking_match: { matches_any: [{ resource: { vehicle: { name: { matches_any: [name] } } } }] },
      tracking_update_data: [{ position: { timestamp: new Date(at).toISOString(), ...place } }],
    }
  })
  await post(scratch, '/v1/webhook/tracking-update', basicOf(tenant.webhook_credentials), { updates })
}
