import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { SampleData } from '../orders/sample-data.tsx'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { BookOpen, PackageOpen, Plus, Upload } from '../ui/icons.tsx'
import { CommandLines } from '../ui/page/empty-state.tsx'
import { tokenCommand, uploadCommand } from './first-call.ts'

/** First steps of a tenant without orders: sample data first, the API call last. */
export function Welcome() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const mayWrite = usePermission('order.write')
  const origin = window.location.origin
  return (
    <section className="mx-auto flex w-full max-w-[640px] flex-col items-center px-4 py-12" aria-labelledby="welcome">
      <PackageOpen size={26} strokeWidth={1.75} className="mb-3 text-ink-3" aria-hidden="true" />
      <h2 id="welcome" className="text-[15px] font-semibold">
        <Trans>No orders yet</Trans>
      </h2>
      <p className="max-w-[460px] pt-1 text-center text-ink-2">
        <Trans>Create an order, import a file or connect a system. This page then shows what needs attention.</Trans>
      </p>
      <div className="flex flex-wrap items-center justify-center gap-2 pt-5">
        <SampleData isFirst />
        {mayWrite && (
          <>
            <Button icon={Plus} keys="c" onClick={() => void navigate({ to: '/orders/new' })}>
              <Trans>New order</Trans>
            </Button>
            <Button icon={Upload} onClick={() => void navigate({ to: '/orders/import' })}>
              <Trans>Import orders</Trans>
            </Button>
          </>
        )}
      </div>
      {mayWrite && (
        <details className="mt-10 w-full">
          <summary className="cursor-default text-center text-ink-2 hover:text-ink">
            <Trans>Connect a system</Trans>
          </summary>
          <p className="pt-3 text-ink-2">
            <Trans>Set CLIENT_ID and CLIENT_SECRET to those of an API client, then send an order.</Trans>{' '}
            <Link
              to="/help"
              search={{ guide: 'first-order' }}
              className="inline-flex items-center gap-1 text-brand-ink underline-offset-2 hover:underline"
            >
              <BookOpen size={13} aria-hidden="true" />
              <Trans>Send a first order by API</Trans>
            </Link>
          </p>
          <CommandLines label={t`1. Get a token`} text={tokenCommand(origin)} />
          <CommandLines label={t`2. Send an order`} text={uploadCommand(origin, new Date())} />
        </details>
      )}
    </section>
  )
}
