import type { Language } from '#contract/base/languages.ts';
import type { ConnectionInfo } from './saved-page-addresses.ts';

/**
 * The part of the global scope of a service worker that is used here: TypeScript has no types for it beside those of
 * pages.
 */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface WindowClient {
  url: string;
  focus(): Promise<unknown>;
}
export interface PushEvents {
  push: ExtendableEvent & { data: { text(): string } | null };
  notificationclick: ExtendableEvent & { notification: Notification };
  pushsubscriptionchange: ExtendableEvent & {
    oldSubscription?: PushSubscription | null;
    newSubscription?: PushSubscription | null;
  };
}
export interface ServiceWorkerScope {
  /** Of the texts: see `compile-texts.ts`. */
  language: Language;
  location: Location;
  navigator: Navigator & { connection?: ConnectionInfo };
  clients: {
    claim(): Promise<void>;
    get(id: string): Promise<{ postMessage(message: unknown): void } | undefined>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: ServiceWorkerRegistration;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'message', listener: (event: ExtendableEvent & { data: unknown }) => void): void;
  addEventListener<Type extends keyof PushEvents>(
    type: Type,
    listener: (event: PushEvents[Type]) => void,
  ): void;
}
