import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { DriverApp } from './doors/driver/app.tsx'
import { DriverModel } from './doors/driver/model.ts'
import { openPhone } from './doors/driver/phone.ts'
import { languageFor, textsOf } from './doors/driver/texts.ts'
import './doors/driver/driver.css'
import './doors/driver/hours.css'
import './doors/driver/stop.css'

/** Milliseconds between plan refreshes while the page is open. */
const refreshMs = 60_000

const dark = matchMedia('(prefers-color-scheme: dark)')

function followTheme(): void {
  document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light'
}

/** Token of the opened link. Removed from the URL at once to keep it out of the browser history. */
function takeToken(): string | undefined {
  const token = location.hash.slice(1)
  if (token === '') return undefined
  history.replaceState(null, '', location.pathname)
  return token
}

async function start(root: HTMLElement): Promise<void> {
  const phone = await openPhone()
  const model = new DriverModel(phone)
  const language = languageFor(await phone.read('language'), navigator.languages)
  document.documentElement.lang = language
  const first = { language, texts: await textsOf(language) }
  const choose = (chosen: string) => {
    document.documentElement.lang = chosen
    void phone.write('language', chosen)
  }
  createRoot(root).render(
    <StrictMode>
      <DriverApp model={model} first={first} onLanguage={choose} />
    </StrictMode>,
  )
  const sync = () => void model.sync()
  addEventListener('online', sync)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && sync())
  addEventListener('hashchange', () => void model.start(takeToken()))
  setInterval(sync, refreshMs)
  await model.start(takeToken())
}

async function startWithoutSignal(): Promise<void> {
  // Photographs may wait for days: asks the browser not to evict storage when space is low.
  await navigator.storage?.persist?.()
  await navigator.serviceWorker.register('/driver-worker.js', { scope: '/driver' })
}

followTheme()
dark.addEventListener('change', followTheme)
const root = document.getElementById('root')
if (root === null) throw new Error('driver.html has no element with the id root')
if (isSecureContext) {
  await start(root)
  await startWithoutSignal().catch(() => undefined)
} else {
  const { insecure } = await textsOf(languageFor(undefined, navigator.languages))
  root.textContent = insecure
}
