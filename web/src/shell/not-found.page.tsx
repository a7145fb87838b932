import { Link } from '@tanstack/react-router'
import { MapPinOff } from 'lucide-react'
import { EmptyState } from '../ui/empty-state.tsx'

/** An address of the application that leads nowhere. */
export function NotFoundPage() {
  return (
    <div className="py-16">
      <EmptyState
        icon={MapPinOff}
        title="There is no such page"
        text="The address may be mistyped, or the page has moved."
      >
        <Link to="/" className="btn btn-outline mt-4">
          Go to the start page
        </Link>
      </EmptyState>
    </div>
  )
}
