import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTheme } from './device/theme.ts'
import { isLinkOver, isMissing, readToken } from './doors/door.queries.ts'
import { loadDoor } from './doors/door.routes.tsx'
import './doors/doors.css'
import { RefusedLink } from './doors/kit/refused.tsx'
import { startDoorLanguage } from './doors/language.ts'

startTheme()
readToken(window.location)
// Opening another link in the same tab must load its page.
window.addEventListener('hashchange', () => window.location.reload())

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 2 && !isLinkOver(error) && !isMissing(error),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

const root = document.getElementById('root')
if (root === null) throw new Error('doors.html has no element with the id root')
const [Page] = await Promise.all([loadDoor(window.location.pathname), startDoorLanguage()])
createRoot(root).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>{Page ? <Page /> : <RefusedLink />}</QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
)
