/** Tern's libraries in an application that is a module. */
package example.modular;
