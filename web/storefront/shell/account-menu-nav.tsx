import { AccountNav } from '#web/storefront/account/account-nav.tsx';

/**
 * What the account menu holds. A module of its own, because the menu alone loads the links on demand: pages of the
 * account import them, and a module is loaded in one way or the other.
 */
export default function AccountMenuNav({ onChoose }: { onChoose: () => void }) {
  return <AccountNav onChoose={onChoose} />;
}
