import { useLingui } from '@lingui/react/macro'
import { useLocation, useRouter } from '@tanstack/react-router'
import { failureOf, isMissingPart, isServerReached } from '../api/failure.ts'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { placeAt } from './navigation.ts'
import { usePageTitle } from './page-title.ts'

/**
 * Replaces a page that failed to render. A chunk that failed to load, such as one of an earlier release, can only load
 * with the whole page. Offline, a reload would lose even this page.
 */
export function FailurePage({ error }: { error: unknown }) {
  const { t } = useLingui()
  const router = useRouter()
  const place = placeAt(useLocation({ select: ({ pathname }) => pathname }))
  const failure = failureOf(error)
  const title = place === undefined ? failure.title : t(place.title)
  usePageTitle(title)
  return (
    <>
      <PageHeader title={title} />
      <div className="mx-auto w-full max-w-[520px] px-4 py-16">
        <ErrorPanel
          {...failure}
          status={undefined}
          onRetry={() => (isMissingPart(error) ? reloadOnceReached() : router.invalidate())}
        />
      </div>
    </>
  )
}

/** Does nothing while the server is unreachable: the page already states so. */
async function reloadOnceReached(): Promise<void> {
  if (await isServerReached()) location.reload()
}
