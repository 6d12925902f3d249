import { AccountNav } from '#web/storefront/customers/account-nav.tsx';

/** The lazily loaded content of the account menu. Account pages import `AccountNav` statically, so it needs its own chunk. */
export default function AccountMenuNav({ onChoose }: { onChoose: () => void }) {
  return <AccountNav onChoose={onChoose} />;
}
