import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { classNames } from '../ui/class-names.ts'

const views = [
  { to: '/documents', search: {}, title: msg`Latest` },
  { to: '/documents/proofs', search: {}, title: msg`Missing proof of delivery` },
  { to: '/documents/proofs', search: { state: 'TO_REVIEW' }, title: msg`Proofs to review` },
] as const

/** Views: all documents, orders with a missing proof of delivery, and proofs to review. */
export function DocumentViews() {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const stateOf = (given: object) => ('state' in given ? given.state : undefined)
  return (
    <nav aria-label={t`Views`} className="flex gap-0.5">
      {views.map((view) => {
        const isOpen = view.to === pathname && (view.to === '/documents' || stateOf(view.search) === stateOf(search))
        return (
          <Link
            key={view.title.id}
            to={view.to}
            search={view.search}
            aria-current={isOpen ? 'page' : undefined}
            className={classNames('btn btn-ghost', isOpen && 'bg-pressed text-ink')}
          >
            {t(view.title)}
          </Link>
        )
      })}
    </nav>
  )
}
