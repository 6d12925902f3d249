import { AccountLinks } from '#web/storefront/account/account-links.tsx';

/**
 * What the account menu holds. A module of its own, because the menu alone loads the links on demand: pages of the
 * account import them, and a module is loaded in one way or the other.
 */
export default function AccountMenuLinks({ onChoose }: { onChoose: () => void }) {
  return <AccountLinks onChoose={onChoose} />;
}
