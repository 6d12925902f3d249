import type { CSSProperties, ReactNode } from 'react';
import { type Shop, useShop } from '#web/base/page-context.ts';
import { t } from '#web/texts/t.ts';
import { Picture } from './picture.tsx';

type Branding = NonNullable<Shop['branding']>;

/** The custom properties of tokens.css that a store with a colour replaces. */
export function toBrandStyle({
  fill,
  fillHover,
  onFill,
  text,
  soft,
  edge,
}: NonNullable<Branding['colours']>) {
  const hasEdge = edge.light !== '' || edge.dark !== '';
  const edgeColour = themed({ light: edge.light || 'transparent', dark: edge.dark || 'transparent' });
  const style: Record<`--${string}`, string> = {
    '--color-leaf': themed(text),
    '--color-leaf-soft': themed(soft),
    '--background-color-leaf': fill,
    '--background-color-leaf-strong': fillHover,
    '--color-on-leaf': onFill,
    '--color-accent-on-inverse': themed({ light: text.dark, dark: text.light }),
    '--color-hero': fill,
    '--color-on-hero': onFill,
    // Away from the text, so that its contrast grows.
    '--hero-glow': `radial-gradient(60% 120% at 85% 0%,${fillHover},transparent 70%)`,
    ...(hasEdge && { '--leaf-edge': `inset 0 0 0 1px ${edgeColour}` }),
  };
  const properties: CSSProperties = style;
  return properties;
}

const themed = ({ light, dark }: Record<'light' | 'dark', string>) => `light-dark(${light},${dark})`;

/** The icons in the head of each page. */
export function IconLinks({ icons }: { icons: string | undefined }) {
  if (icons === undefined)
    return (
      <>
        <link rel="icon" href="/favicon.ico" sizes="48x48" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      </>
    );
  return (
    <>
      <link rel="icon" href={`${icons}/icon-48.png`} sizes="48x48" />
      <link rel="icon" href={`${icons}/icon-192.png`} sizes="192x192" />
      <link rel="apple-touch-icon" href={`${icons}/icon-180.png`} />
    </>
  );
}

/** Widths and heights of a logo in CSS pixels. */
const largest = { width: 160, height: 36 };
/** From this ratio of its sides on a logo is taken to have the name in it. */
const wordmarkRatio = 2;
/** Most logos are drawn for white. */
const groundClass =
  'rounded-[1px] bg-[light-dark(transparent,#fff)] shadow-[0_0_0_0.25rem_light-dark(transparent,#fff)]';

/** The logo of the store with its name. */
export function StoreLogo({ nameClass = '' }: { nameClass?: string }) {
  const shop = useShop();
  return (
    <LogoAndName
      name={shop?.name ?? t('shell.home')}
      logo={shop?.branding?.logo}
      mark={<StoreMark />}
      nameClass={nameClass}
    />
  );
}

interface LogoAndNameProps {
  name: string;
  logo: Branding['logo'];
  /** Beside the name of a store without a logo. */
  mark: ReactNode;
  nameClass: string;
}

/** A logo with the name, or alone if it is wide: then it has the name in it. */
export function LogoAndName({ name, logo, mark, nameClass }: LogoAndNameProps) {
  const isWordmark = logo !== undefined && logo.width >= wordmarkRatio * logo.height;
  return (
    <>
      {logo === undefined ? mark : <LogoPicture logo={logo} alt={isWordmark ? name : ''} />}
      {!isWordmark && (
        <span className={`font-display text-xl font-bold tracking-tight ${nameClass}`}>{name}</span>
      )}
    </>
  );
}

function LogoPicture({ logo, alt }: { logo: NonNullable<Branding['logo']>; alt: string }) {
  const scale = Math.min(largest.width / logo.width, largest.height / logo.height);
  const width = Math.max(1, Math.round(logo.width * scale));
  return (
    <span className="min-w-0">
      <Picture
        src={logo.url}
        alt={alt}
        width={width}
        height={Math.max(1, Math.round(logo.height * scale))}
        sizes={`${width}px`}
        className={`block h-auto max-w-full ${groundClass}`}
        isEager
      />
    </span>
  );
}

/** The square icon of the store, decorative: its name is beside it. */
export function StoreMark() {
  const icons = useShop()?.branding?.icons;
  if (icons === undefined) return <Basket />;
  return <img src={`${icons}/icon-192.png`} alt="" width={32} height={32} className="flex-none rounded-sm" />;
}

/** The mark of the software. */
export function Basket() {
  return (
    <svg viewBox="0 0 32 32" className="size-8 flex-none" aria-hidden="true">
      <path d="M16 9c0-4 2.6-6.6 7.2-6.8C23.4 6.7 20.6 9.2 16 9Z" className="fill-marigold" />
      <path
        d="M9.4 13.6 13 7.5M22.6 13.6 19 7.5"
        className="stroke-leaf"
        strokeWidth="2.4"
        strokeLinecap="round"
        fill="none"
      />
      <path
        d="M4.6 12.5h22.8c1.1 0 1.9 1 1.7 2.1l-2 10.9a4 4 0 0 1-3.9 3.3H8.8a4 4 0 0 1-3.9-3.3l-2-10.9c-.2-1.1.6-2.1 1.7-2.1Z"
        className="fill-leaf"
      />
      <path
        d="M11 17.4v6.4M16 17.4v6.4M21 17.4v6.4"
        className="stroke-surface"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </svg>
  );
}
