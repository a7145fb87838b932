import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { MapPinOff } from '../ui/icons.tsx'
import { Keys } from '../ui/keys.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { usePageTitle } from './page-title.ts'

/** Page for unknown paths. */
export function NotFoundPage() {
  const { t } = useLingui()
  usePageTitle(t`Page not found`)
  const path = useLocation({ select: (location) => location.pathname })
  return (
    <div className="py-16">
      <EmptyState
        isPage
        icon={MapPinOff}
        title={t`Page not found`}
        text={t`Nothing found at ${path}. Check the address; the page may have moved.`}
      >
        <p className="flex items-center gap-1.5 pt-3 text-ink-2">
          <Keys keys="mod+k" />
          <Trans>finds orders, plates, containers and pages.</Trans>
        </p>
        <Link to="/" className="btn btn-outline mt-4">
          <Trans>Go to start page</Trans>
        </Link>
      </EmptyState>
    </div>
  )
}
