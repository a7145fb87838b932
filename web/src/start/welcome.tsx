import { Trans } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { SampleData } from '../orders/sample-data.tsx'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { BookOpen, Plus, Upload } from '../ui/icons.tsx'

/** The first steps of a tenant that has no orders. */
export function Welcome() {
  const navigate = useNavigate()
  const mayWrite = usePermission('order.write')
  return (
    <section className="border-b border-line px-4 py-6" aria-labelledby="welcome">
      <h2 id="welcome" className="text-[15px] font-semibold">
        <Trans>No orders yet</Trans>
      </h2>
      <p className="max-w-[640px] pt-1 text-ink-2">
        <Trans>Create an order, import a file or connect a system. This page then shows what needs attention.</Trans>
      </p>
      <div className="flex flex-wrap items-center gap-2 pt-4">
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
        <Link to="/help" search={{ guide: 'first-order' }} className="btn btn-outline">
          <BookOpen size={14} aria-hidden="true" />
          <Trans>Send a first order by API</Trans>
        </Link>
      </div>
    </section>
  )
}
