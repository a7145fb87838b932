import { createRoute, redirect } from '@tanstack/react-router'
import { lazy } from 'react'
import { sessionQuery } from '../session/queries.ts'
import { address, oneOf, text } from '../shell/address-members.ts'
import { lazyPage } from '../shell/lazy-page.ts'
import { rootRoute } from '../shell/routes.tsx'
import { returnPath } from './return-path.ts'

// Signed-in users do not load the form.
const LoginPage = lazy(async () => ({ default: (await import('./login.page.tsx')).LoginPage }))

/** Path to return to, reason for the form, and whether another organisation is added. */
const LoginSearch = address({ return_to: text, why: oneOf(['ended']), add: oneOf([true]), provider: text })

/** Users without a session sign in here and return to their page. */
export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: LoginSearch,
  async beforeLoad({ context, search }) {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (session && search.add !== true) throw redirect({ href: returnPath(search.return_to), replace: true })
    // Without a session, there is nothing to add to.
    if (!session && search.add === true) throw redirect({ to: '/login', replace: true })
  },
  component: function Login() {
    return <LoginPage {...loginRoute.useSearch()} />
  },
})

const SecondFactorPage = lazy(async () => ({ default: (await import('./second-factor.page.tsx')).SecondFactorPage }))

/** Users whose organisation requires a second factor set it up here and return to their page. */
export const secondFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/second-factor',
  validateSearch: address({ return_to: text }),
  async beforeLoad({ context, search }) {
    const session = await context.queryClient.ensureQueryData(sessionQuery)
    if (!session) throw redirect({ to: '/login', search, replace: true })
    if (!session.is_limited) throw redirect({ href: returnPath(search.return_to), replace: true })
  },
  component: function SecondFactor() {
    return <SecondFactorPage {...secondFactorRoute.useSearch()} />
  },
})

/** Target of emailed links: needs no session and does not affect a current one. */
export const acceptRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/accept',
  component: lazyPage(() => import('./accept.page.tsx'), 'AcceptPage'),
})

/** Requests a link by e-mail. */
export const forgotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot',
  component: lazyPage(() => import('./forgot.page.tsx'), 'ForgotPage'),
})

/** Callback of providers; the server reads the URL's parameters (SSO-1). */
export const providerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/provider',
  component: lazyPage(() => import('./provider.page.tsx'), 'ProviderPage'),
})
