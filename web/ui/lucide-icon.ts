import { createElement, type ReactElement, type SVGProps } from 'react';

/** What the module of an icon in `lucide-react` exports. */
interface IconData {
  node: [tag: string, attributes: Record<string, string>][];
}

/**
 * The component of an icon. The build replaces that of `lucide-react` by it, which is four times as long for properties that no
 * page uses: sizes by number, contexts, names of icons as classes.
 */
export default function createLucideIcon({ node }: IconData) {
  return (props: SVGProps<SVGSVGElement>): ReactElement =>
    createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
