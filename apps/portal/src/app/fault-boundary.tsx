import { Component, type ReactNode } from 'react';
import { ErrorPage, type ErrorPageProps } from './error-page.tsx';

interface FaultBoundaryProps extends Pick<ErrorPageProps, 'inMain'> {
  /** Where a fault is shown; elsewhere it is forgotten. */
  place: unknown;
  children: ReactNode;
}

interface State {
  readonly place: unknown;
  readonly fault: { readonly cause: unknown } | undefined;
}

/** Shows what is left of a page that failed. */
export class FaultBoundary extends Component<FaultBoundaryProps, State> {
  override state: State = { place: this.props.place, fault: undefined };

  static getDerivedStateFromError(cause: unknown): Partial<State> {
    return { fault: { cause } };
  }

  static getDerivedStateFromProps({ place }: FaultBoundaryProps, shown: State): State | null {
    return place === shown.place ? null : { place, fault: undefined };
  }

  override render() {
    const { fault } = this.state;
    const { inMain, children } = this.props;
    return fault ? <ErrorPage cause={fault.cause} inMain={inMain} /> : children;
  }
}
