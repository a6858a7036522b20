/** @jsxImportSource preact */
import { useSite } from './site.ts'

/** A search form for names. Every page has one in its header; `id` distinguishes a second one. */
export function SearchBox({ id = 'search', value = '' }: { readonly id?: string; readonly value?: string }) {
  const { href } = useSite()
  return (
    <search>
      <form class="search" action={href('/search')} method="get">
        <label class="unseen" for={id}>
          Planet or star
        </label>
        <input
          id={id}
          type="search"
          name="q"
          value={value}
          placeholder="Planet or star, any spelling"
          maxLength={200}
          autocomplete="off"
          spellcheck={false}
        />
        <button type="submit">Search</button>
      </form>
    </search>
  )
}
