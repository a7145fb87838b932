import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ShieldCheck } from '../ui/icons.tsx'
import { OrderDay } from '../ui/time/local-day.tsx'

/** Warns a user without a second factor of the day (YYYY-MM-DD) from which one is required. */
export function FactorBar({ from }: { from: string }) {
  return (
    <div role="status" className="flex min-h-8 items-center gap-2 bg-amber-soft px-4 py-1 text-[12px] text-amber">
      <ShieldCheck size={13} className="shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <Trans>
          From <OrderDay date={from} /> on you need a second factor to work here.
        </Trans>
      </span>
      <Link to="/account" className="btn btn-ghost h-6 text-amber">
        <Trans>Set up</Trans>
      </Link>
    </div>
  )
}
