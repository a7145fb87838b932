import { useRouter } from '@tanstack/react-router'
import { failureOf, isMissingPart } from '../api/failure.ts'
import { ErrorPanel } from '../ui/page/error-panel.tsx'

/**
 * Replaces a page that could not be shown. A part that did not arrive once, such as one of an earlier release, arrives only
 * with the whole page; without a server not even this would be left of it.
 */
export function FailurePage({ error }: { error: unknown }) {
  const router = useRouter()
  return (
    <div className="mx-auto w-full max-w-[520px] px-4 py-16">
      <ErrorPanel
        {...failureOf(error)}
        status={undefined}
        onRetry={() => (isMissingPart(error) ? fetch('').then(() => location.reload()) : router.invalidate())}
      />
    </div>
  )
}
