import { Plural, Trans } from '@lingui/react/macro'
import { Building2 } from '../../ui/icons.tsx'
import { Notice } from '../../ui/page/notice.tsx'

const mostShown = 20

/** Customers that the import will create, each with similar names, so that typing errors are noticed first. */
export function NewCustomers({ unknown }: { unknown: readonly { customer: string; nearest: readonly string[] }[] }) {
  const more = unknown.length - mostShown
  return (
    <section className="px-4 pt-3" data-count="new-customers" data-number={unknown.length}>
      <Notice icon={Building2} tone="amber">
        <p className="font-semibold">
          <Plural value={unknown.length} one="# new customer will be created" other="# new customers will be created" />
        </p>
        <ul className="flex flex-wrap gap-x-4">
          {unknown.slice(0, mostShown).map(({ customer, nearest }) => (
            <li key={customer}>
              {customer}
              {nearest.length > 0 && (
                <span className="text-ink-2">
                  {' '}
                  <Trans>(similar: {nearest.join(', ')})</Trans>
                </span>
              )}
            </li>
          ))}
        </ul>
        {more > 0 && (
          <p className="text-ink-2">
            <Trans>and {more} more</Trans>
          </p>
        )}
      </Notice>
    </section>
  )
}
