import { useLingui } from '@lingui/react/macro'
import { useLocation, useRouter } from '@tanstack/react-router'
import { failureOf, isMissingPart, isServerReached } from '../api/failure.ts'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { placeAt } from './navigation.ts'
import { usePageTitle } from './page-title.ts'

/**
 * Stands for a page that could not be shown, under its name. A part that did not arrive once, such as one of an earlier
 * release, arrives only with the whole page; without a server not even this would be left of it.
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

/** Nothing without a server: what is shown says so already. */
async function reloadOnceReached(): Promise<void> {
  if (await isServerReached()) location.reload()
}
