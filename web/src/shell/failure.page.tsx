import { useRouter } from '@tanstack/react-router'
import { failureOf } from '../api/failure.ts'
import { ErrorPanel } from '../ui/page/error-panel.tsx'

/** Replaces a page that could not be shown. */
export function FailurePage({ error }: { error: unknown }) {
  const router = useRouter()
  const failure = failureOf(error)
  return (
    <div className="mx-auto w-full max-w-[520px] px-4 py-16">
      <ErrorPanel
        title={failure.title}
        message={failure.message}
        requestId={failure.requestId}
        onRetry={() => router.invalidate()}
      />
    </div>
  )
}
