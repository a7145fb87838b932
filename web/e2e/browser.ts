import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { RunOnly } from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Cookie,
  chromium,
  type Page,
} from 'playwright-core'
import { afterEach, beforeEach, expect } from 'vitest'

/*
 * What the browser tests share. E2E_BASE_URL is the server (the test runner itself occupies the name BASE_URL);
 * LOGIN_EMAIL and LOGIN_PASSWORD belong to a Super admin of a tenant with the sample world, LOGINS is JSON with a login
 * for each other role, API_CLIENT_ID and API_CLIENT_SECRET are a client of the tenant. CHROMIUM names another browser.
 */

/** Address of the server without a trailing slash; empty when the browser tests are left out. */
export const baseUrl = process.env.E2E_BASE_URL?.replace(/\/$/, '') ?? ''

/** Somebody who can sign in. */
export interface Login {
  email: string
  password: string
}

/** The Super admin the tests were started with. */
export const admin: Login = { email: process.env.LOGIN_EMAIL ?? '', password: process.env.LOGIN_PASSWORD ?? '' }

/**
 * Somebody who has a role: PLANNER, ORDER_ENTRY, ACCOUNTANT or VIEWER.
 * @throws when the tests were started without one
 */
export function loginOf(role: string): Login {
  const logins = JSON.parse(process.env.LOGINS ?? '{}') as Record<string, Login>
  const login = logins[role]
  if (!login) throw new Error(`LOGINS has no user with the role ${role}`)
  return login
}

/** The size every screen is made for and looked at in. */
export const viewport = { width: 1440, height: 900 }

/** WebGL without a graphics card: slow, and only for pages with a map. */
const drawsWithWebGl = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']

/** Starts a real browser. */
export async function launchBrowser({ withWebGl = false } = {}): Promise<Browser> {
  return await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      ...(withWebGl ? drawsWithWebGl : ['--disable-gpu']),
      '--disable-background-networking',
      '--font-render-hinting=none',
      '--lang=en-GB',
    ],
  })
}

/** What a page did that a test has an opinion on. */
export interface Watch {
  requests: string[]
  /** Requests that left the origin. */
  outside: string[]
  /** Violations of the content policy, errors of the console and exceptions. */
  complaints: string[]
}

/** A page in a context of its own that is watched over. */
export interface Visit {
  context: BrowserContext
  page: Page
  watch: Watch
}

/** How the pages of the tests are shown. */
const usual: BrowserContextOptions = { viewport, reducedMotion: 'reduce' }

/** Opens a page without a session. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ ...usual, ...options })
  const page = await context.newPage()
  return { context, page, watch: watchOver(page) }
}

/**
 * Before each test of the file a page of its own, which knows nothing of the pages before; after it, nothing may have left
 * the origin and nothing may have been complained about.
 * @param options.isSignedIn as the Super admin
 * @param options.withWebGl draws maps
 * @param options.expected answers that the tests ask for themselves: the browser reports them as errors
 * @returns the page of the test that runs now
 */
export function useVisit(options: { isSignedIn: boolean; withWebGl?: boolean; expected?: RegExp }): () => Visit {
  let visit: Visit
  beforeEach(async () => {
    const context = await warmContext(options.withWebGl ?? false)
    const page = await cleanPageOf(context)
    visit = { context, page, watch: watchOver(page) }
    if (options.isSignedIn) await enter(visit)
  })
  afterEach(async () => {
    await Promise.all(visit.context.pages().map((page) => page.close()))
    expect(visit.watch.outside, 'requests that left the origin').toEqual([])
    const complaints = visit.watch.complaints.filter((line) => !options.expected?.test(line))
    expect(complaints, 'policy violations and errors of the console').toEqual([])
  })
  return () => visit
}

/** The contexts that the tests of all files visit one after the other, with and without WebGL. */
const warm = new Map<boolean, BrowserContext>()

/**
 * A context whose browser runs already and has the files of the application: a browser for each file that fetches and
 * compiles them for each test takes a tenth longer. It ends with this process.
 */
async function warmContext(withWebGl: boolean): Promise<BrowserContext> {
  const known = warm.get(withWebGl)
  if (known?.browser()?.isConnected()) return known
  const browser = await launchBrowser({ withWebGl })
  const context = await browser.newContext(usual)
  warm.set(withWebGl, context)
  return context
}

/** A new page in a context of which nothing is left but its cache of files. */
async function cleanPageOf(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const devices = await context.newCDPSession(page)
  // Cookies, what pages store, databases, workers and their caches.
  await devices.send('Storage.clearDataForOrigin', { origin: baseUrl, storageTypes: 'all' })
  await devices.detach()
  await context.clearCookies()
  await context.clearPermissions()
  await context.setOffline(false)
  return page
}

/** Notes what a page asks for and complains about, from now on. */
export function watchOver(page: Page): Watch {
  const watch: Watch = { requests: [], outside: [], complaints: [] }
  page.on('request', (request) => {
    watch.requests.push(`${request.method()} ${request.url()}`)
    // The viewer that shows PDF files is a part of the browser; a mail program is asked on the computer itself.
    if (!request.url().startsWith(`${baseUrl}/`) && !/^(blob|data|chrome|chrome-extension|mailto):/.test(request.url()))
      watch.outside.push(request.url())
  })
  page.on('pageerror', (error) => watch.complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text(), message.location().url)) {
      watch.complaints.push(`${message.text()} ${message.location().url}`)
    }
  })
  return watch
}

/** The browser itself reports every 401; no session and a wrong password are ordinary here. */
function isExpected(text: string, url: string): boolean {
  return text.includes('status of 401') && new URL(url).pathname.startsWith('/app/')
}

/** Signs in through the form, and waits for the start page. */
export async function signIn(page: Page, { email, password }: Login = admin): Promise<void> {
  await page.goto(`${baseUrl}/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
}

/** Opens the start page of who is signed in. */
export async function openToday(page: Page): Promise<void> {
  await page.goto(`${baseUrl}/`)
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
}

/** The session of the Super admin that a page before has opened. */
let session: Cookie[] | undefined

/**
 * Signs in as the Super admin: with the session of a page before, or through the form when it has ended. The page is at
 * an address of the server that shows nothing, from which it can call; a test opens the page that it is about.
 */
async function enter({ context, page }: Visit): Promise<void> {
  if (session === undefined || !(await isOpen(context, session))) {
    await signIn(page)
    session = await context.cookies()
  }
  await page.goto(`${baseUrl}/driver.webmanifest`)
}

/** Whether this session still is one; the browser has it from then on. */
async function isOpen(context: BrowserContext, cookies: Cookie[]): Promise<boolean> {
  await context.addCookies(cookies)
  return (await context.request.get(`${baseUrl}/app/session`)).ok()
}

/** Shows the page in a theme at once, where the user has chosen none, as when the machine goes dark in the evening. */
async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.waitForFunction((theme) => {
    // Colours that still fade into each other are neither the ones of light nor the ones of dark.
    const fades = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    return document.documentElement.dataset.theme === theme && fades.every(({ playState }) => playState !== 'running')
  }, theme)
}

/** Waits until the page is drawn, nothing on it is a placeholder any more and nothing has been asked for a moment. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(isDrawn, undefined, { timeout: 10_000 }).catch(() => {
    // A page that loads for ever is shown as it is; the caller judges it.
  })
  await page.waitForTimeout(250)
}

/** Runs in the browser. A page whose files are still on their way has no placeholder yet, and no heading either. */
function isDrawn(): boolean {
  return document.querySelector('h1') !== null && document.querySelector('[aria-busy="true"], .skeleton') === null
}

/** One thing that is wrong for somebody who does not see, or does not use a pointer. */
export interface AxeViolation {
  id: string
  impact: string | null
  nodes: string[]
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules of WCAG 2.2 A and AA and the best practices. */
const allRules: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

/** Those of them that look at colours, which is all that a theme changes. */
const rulesOnColours: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Runs axe over the page as it stands. */
export async function runAxe(page: Page, rules: RunOnly = allRules): Promise<AxeViolation[]> {
  // Evaluated, not added as a script: the content policy forbids foreign scripts, and rightly.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    // What passes is not described node by node, and no style sheet is fetched again: both take longer than judging.
    const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'], preload: false })
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact: impact ?? null,
      nodes: nodes.slice(0, 5).map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
    }))
  }, rules)
}

/** Runs axe over the page as it stands in light, then over its colours in dark. The page stays as it is, and light. */
export async function runAxeInBothThemes(page: Page): Promise<AxeViolation[]> {
  await showTheme(page, 'light')
  const inLight = await runAxe(page)
  await showTheme(page, 'dark')
  const inDark = await runAxe(page, rulesOnColours)
  await showTheme(page, 'light')
  return [...inLight, ...inDark.map((violation) => ({ ...violation, id: `${violation.id} in dark` }))]
}
